/// The inputs and outputs of the tool.
package struct Streams {
  package let input: () throws(InputError) -> any ByteInput
  /// Writes a whole file. Returns the reason if it fails.
  package var save: (String, [UInt8], FileSave.Rule) -> FileSave.Failure? = { _, _, _ in
    FileSave.Failure("nothing is written here")
  }
  /// Replaces or creates files, all of them or none. Returns the file that failed, and the reason.
  package var saveAll: ([FileSave.Replacement]) -> (path: String, failure: FileSave.Failure)? = { _ in
    ("", FileSave.Failure("nothing is written here"))
  }
  /// Opens the file of a journal and locks it, or creates one.
  package var journal: (String) throws(LockedFile.Refusal) -> any JournalStorage = { (_) throws(LockedFile.Refusal) in
    throw .failed("nothing is written here")
  }
  /// The terminal of standard input; nil for other inputs.
  package var terminal: () -> TerminalMode? = { nil }
  /// Opens a file by its path.
  package let open: (String) throws(InputError) -> any ByteInput
  /// Opens a file that another file names: only a regular file within reach.
  package let openNamed: (String, Reach) throws(InputError) -> any ByteInput
  package internal(set) var output: any OutputStream
  /// The output limit of a command; nil without a limit.
  package internal(set) var limit: OutputLimit?
  package let errors: any OutputStream
  /// The value of an environment variable.
  package var environment: (String) -> String? = { _ in nil }

  package init(
    input: @escaping () throws(InputError) -> any ByteInput,
    open: @escaping (String) throws(InputError) -> any ByteInput,
    openNamed: ((String, Reach) throws(InputError) -> any ByteInput)? = nil, output: any OutputStream,
    errors: any OutputStream
  ) {
    self.input = input
    self.open = open
    if let openNamed {
      self.openNamed = openNamed
    } else {
      self.openNamed = { (path, _) throws(InputError) in try open(path) }
    }
    self.output = output
    self.errors = errors
  }
}

/// When messages have colour.
enum ColorChoice: String, CaseIterable { case never, auto, always }

extension Streams {
  /// True if nothing more can be written.
  var isOver: Bool { output.failure != nil || limit?.isReached == true }

  /// Opens a file, or standard input for "-".
  func read(_ path: String) throws(InputError) -> any ByteInput {
    path == "-" ? try input() : try open(path)
  }

  /// The bytes of a file or of standard input, at most `limit` of them.
  func bytes(of path: String, limit: Int) throws(InputError) -> [UInt8] {
    try SourceFile.read(try read(path), limit: limit)
  }

  /// True if messages have colour: the option decides first, then `NO_COLOR` and similar variables, then the
  /// terminal.
  func hasColor(_ option: ColorChoice, on stream: (any OutputStream)? = nil) -> Bool {
    switch option {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let value = environment("NO_COLOR"), !value.isEmpty { return false }
    for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
      if let value = environment(name), !value.isEmpty, value != "0" { return true }
    }
    if environment("TERM") == "dumb" { return false }
    return (stream ?? errors).isTerminal
  }
}
