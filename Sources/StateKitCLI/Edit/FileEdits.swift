import StateKitCore

/// What a command does to files that it was given: all of it, or nothing.
struct FileEdits {
  /// A file with what it holds and what it shall hold.
  struct Edit {
    let path: String
    /// The name of the file for people.
    let name: String
    let old: [UInt8]
    let new: [UInt8]

    var isChange: Bool { old != new }
  }

  private let streams: Streams
  private let arguments: EditArguments

  init(_ streams: Streams, _ arguments: EditArguments) {
    self.streams = streams
    self.arguments = arguments
  }

  /// Writes the edits, or shows them where that is asked for; the status says whether anything would change then.
  func perform(_ edits: [Edit], _ messenger: Messenger) -> ExitStatus {
    let edits = edits.filter(\.isChange)
    if arguments.checks || arguments.showsDiff {
      for edit in edits { show(edit) }
      return edits.isEmpty ? .ok : .inputAtFault
    }
    if edits.isEmpty { return .ok }
    let replacements = edits.map { FileSave.Replacement($0.path, $0.new, over: $0.old) }
    guard let (path, failure) = streams.saveAll(replacements) else { return .ok }
    messenger.say("statekit: cannot write \(FilePath.shown(path)): \(failure.reason)")
    return .unable
  }

  private func show(_ edit: Edit) {
    var out = ByteBuffer()
    if arguments.showsDiff {
      UnifiedDiff.append(edit.name, from: edit.old, to: edit.new, &out)
    } else {
      DisplayText.appendRaw(edit.name, to: &out)
      out.append("\n")
    }
    out.withSpan { streams.output.write($0) }
  }
}
