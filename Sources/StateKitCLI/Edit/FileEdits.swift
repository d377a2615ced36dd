import StateKitCore

/// Changes to several files: all are written, or none.
struct FileEdits {
  /// A file with its old and new content.
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
  /// The edits in order.
  private var edits: [Edit] = []
  private var known: [FileIdentity: Int] = [:]
  /// The total length of the new files in bytes.
  private var length = 0
  /// True if the edits change a file.
  private var hasChanges = false

  init(_ streams: Streams, arguments: EditArguments) {
    self.streams = streams
    self.arguments = arguments
  }

  /// True if no file is written.
  var onlyShows: Bool { arguments.checks || arguments.showsDiff }

  /// Stores an edit for `write`. A file with several names, or of several charts, counts once.
  mutating func add(_ edit: Edit) {
    if !edit.isChange { return }
    hasChanges = true
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
    if failure() == nil { edits.append(edit) } else if onlyShows { show(edit) }
  }

  /// The new content of a file; nil if it does not change.
  func text(of path: String) -> [UInt8]? {
    FileIdentity(path).flatMap { known[$0] }.flatMap { edits.indices.contains($0) ? edits[$0].new : nil }
  }

  /// The reason why the edits are too large to be kept together; nil if they are not.
  private func failure() -> String? {
    if !onlyShows, let limit = streams.limit, length > limit.bytes { return limit.refuse().reason }
    return Platform.memory.admits(max(length, 8 << 20)) ? nil : "it needs more memory than this process may use"
  }

  /// Writes all edits, or none of them. If the edits are only shown, the status says whether a file would change.
  func write(_ messenger: Messenger) -> ExitStatus {
    if onlyShows {
      for edit in edits { show(edit) }
      return hasChanges ? .inputAtFault : .ok
    }
    if edits.isEmpty, length == 0 { return .ok }
    if let reason = failure() {
      messenger.write("statekit: cannot write \(DisplayText.counted(known.count, noun: "file")): \(reason)")
      return .unable
    }
    let replacements = edits.map { FileSave.Replacement($0.path, bytes: $0.new, over: $0.old) }
    guard let (path, failure) = streams.saveAll(replacements) else { return .ok }
    messenger.write("statekit: cannot write \(FilePath.shown(path)): \(failure.reason)")
    return .unable
  }

  private func show(_ edit: Edit) {
    var out = ByteBuffer()
    if arguments.showsDiff {
      UnifiedDiff.append(edit.name, from: edit.old, to: edit.new, out: &out)
    } else {
      DisplayText.appendLine(edit.name, to: &out)
    }
    out.withSpan { streams.output.write($0) }
  }
}
