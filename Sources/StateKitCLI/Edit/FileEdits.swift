import StateKitCore

/// What a command does to files that it was given: all of it, or nothing.
struct FileEdits {
  /// A file with what it holds and what it shall hold.
  struct Edit {
    let path: String
    /// The name of the file for people.
    let name: String
    let old: [UInt8]
    var new: [UInt8]

    var isChange: Bool { old != new }
  }

  private let streams: Streams
  private let arguments: EditArguments
  /// What is written in the end.
  private var edits: [Edit] = []
  private var known: [FileIdentity: Int] = [:]
  /// Of the files that are written, in bytes.
  private var length = 0
  /// Whether something would change.
  private var hasChanges = false

  init(_ streams: Streams, arguments: EditArguments) {
    self.streams = streams
    self.arguments = arguments
  }

  private var onlyShows: Bool { arguments.checks || arguments.showsDiff }

  /// Keeps an edit for `write`; shows it at once where that is asked for. The same file counts once, whatever it is called.
  mutating func add(_ edit: Edit) {
    if !edit.isChange { return }
    hasChanges = true
    if onlyShows { return show(edit) }
    if let identity = FileIdentity(edit.path) {
      if let index = known[identity] {
        guard edits.indices.contains(index) else { return }
        length += edit.new.count - edits[index].new.count
        edits[index].new = edit.new
        return
      }
      known[identity] = edits.count
    }
    length += edit.new.count
    if failure() == nil { edits.append(edit) }
  }

  /// What a file shall hold, where that is another text than it holds.
  func text(of path: String) -> [UInt8]? {
    FileIdentity(path).flatMap { known[$0] }.flatMap { edits.indices.contains($0) ? edits[$0].new : nil }
  }

  /// Why so much is not written together; nil where it is.
  private func failure() -> String? {
    if let limit = streams.limit, length > limit.bytes {
      limit.reach()
      return limit.reason
    }
    return Platform.memory.admits(max(length, 8 << 20)) ? nil : "it needs more memory than this process may take"
  }

  /// Writes all edits, or none of them; where they were shown the status says whether anything would change.
  func write(_ messenger: Messenger) -> ExitStatus {
    if onlyShows { return hasChanges ? .inputAtFault : .ok }
    if edits.isEmpty, length == 0 { return .ok }
    if let reason = failure() {
      messenger.say("statekit: cannot write \(known.count) files: \(reason)")
      return .unable
    }
    let replacements = edits.map { FileSave.Replacement($0.path, bytes: $0.new, over: $0.old) }
    guard let (path, failure) = streams.saveAll(replacements) else { return .ok }
    messenger.say("statekit: cannot write \(FilePath.shown(path)): \(failure.reason)")
    return .unable
  }

  private func show(_ edit: Edit) {
    var out = ByteBuffer()
    if arguments.showsDiff {
      UnifiedDiff.append(edit.name, from: edit.old, to: edit.new, out: &out)
    } else {
      DisplayText.appendRaw(edit.name, to: &out)
      out.append("\n")
    }
    out.withSpan { streams.output.write($0) }
  }
}
