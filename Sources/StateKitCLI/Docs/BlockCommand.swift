import StateKitCore

/// The command of a block in a page: one that reads files and prints. It runs no other program and writes no file.
struct BlockCommand {
  /// Runs a parsed command.
  typealias Runner = (_ command: Command, _ arguments: Arguments, _ streams: Streams) throws(CommandEnd) -> ExitStatus

  let command: Command
  private let arguments: Arguments
  private let reach: Reach

  /// The reason why a command has no output.
  struct Failure: Error {
    let status: ExitStatus
    let reason: String
  }

  /// Parses the command line of a block. A file in it is one beside the page, or one that can be found from the folder
  /// where statekit was started.
  init(_ line: [UInt8], of page: String) throws(CommandEnd) {
    let words = try Self.words(line)
    guard let name = words.first else {
      throw CommandEnd(usage: "the block has no command; write <!-- statekit: show CHART -->")
    }
    guard let found = Command.all.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw .unknownCommand(name)
    }
    guard Self.reading.contains(found.key) else {
      let names = Command.all.filter { Self.reading.contains($0.key) }.map(\.name).joined(separator: ", ")
      throw CommandEnd(usage: "a page cannot run \(found.name); its commands are \(names)")
    }
    let reach = Reach(file: page)
    let folder = FilePath.folder(of: page)
    let locate: @Sendable (String) throws(UnfitValue) -> String = { path throws(UnfitValue) in
      if path == "-" { return path }
      let beside = FilePath.path(to: path, from: folder)
      let located = (try? Folder.kind(beside)) == nil ? path : beside
      if let reason = reach.refusal(of: located) {
        throw .because("\(DisplayText.quoted(FilePath.shown(path))): \(reason)")
      }
      return located
    }
    var command = found
    command.makeOptions = { found.makeOptions().map { $0.locatingFiles(locate) } }
    var arguments = try Arguments.parse(Array(words.dropFirst()), for: command)
    if let option = Self.refusedOption(of: arguments) {
      throw CommandEnd(usage: "a page cannot use --\(option): its commands only read and print")
    }
    for (index, operand) in arguments.operands.enumerated() where found.takesFile(at: index) {
      do throws(UnfitValue) {
        arguments.operands[index] = try locate(operand)
      } catch {
        if case .because(let reason) = error { throw CommandEnd(usage: reason) }
      }
    }
    self.command = command
    self.arguments = arguments
    self.reach = reach
  }

  private static let reading: [Command.Key] = [
    .run, .validate, .test, .why, .convert, .generate, .show, .explore, .diff, .compat, .replay, .explain, .schema,
    .completions, .manual,
  ]

  /// The first option that writes files, runs other programs or waits; nil if there is none.
  private static func refusedOption(of arguments: Arguments) -> String? {
    let uses: [(option: String, isUsed: Bool)] = [
      ("output", arguments.output != nil), ("record", arguments.record != nil),
      ("save-state", arguments.saveState != nil), ("journal", arguments.journal != nil),
      ("fix", arguments.editing.fixes), ("bless", arguments.blesses), ("shrink", arguments.shrinks),
      ("script", arguments.explore.scripts != nil), ("cover", !arguments.explore.cover.isEmpty),
      ("deviations", arguments.replay.deviations != nil), ("spill", arguments.replay.spill != nil),
      ("program", arguments.program.command != nil), ("host", arguments.program.host != nil),
      ("realtime", arguments.isRealtime),
    ]
    return uses.first(where: \.isUsed)?.option
  }

  /// Runs the command. It reads no standard input, and the environment does not change what it prints.
  func output(_ run: Runner) throws(Failure) -> [UInt8] {
    let output = MemoryOutput(most: InputLimits.chartBytes)
    let errors = MemoryOutput()
    let reach = reach
    let streams = Streams(
      input: { MemoryInput([]) }, open: { path throws(InputError) in try reach.open(path) },
      openNamed: { path, named throws(InputError) in try named.open(path) }, output: output, errors: errors)
    let limit = OutputLimit(bytes: arguments.maxOutput)
    var status = ExitStatus.unable
    var reason: String?
    do throws(CommandEnd) {
      status = try run(command, arguments, streams.limited(to: limit))
      reason = output.failure ?? (limit.isReached ? limit.reason : nil)
    } catch {
      reason = error.message
    }
    if let reason { throw Failure(status: max(status, .inputAtFault), reason: reason) }
    // A finding in a chart is output, and makes the status 1.
    if status == .unable || status != .ok && output.bytes.isEmpty { throw Failure(status: status, reason: errors.text) }
    return output.bytes
  }

  /// The language of the output, for the fence around it; nil for Markdown, which has none.
  var language: String? {
    if arguments.wantsHelp || arguments.wantsVersion { return "text" }
    switch command.key {
    case .explain: return arguments.pageFormat == .markdown ? nil : "text"
    case .schema: return "json"
    case .completions: return arguments.operands.first
    case .convert: return arguments.target == .scxml ? "xml" : "json"
    case .generate: return arguments.generate.language?.rawValue
    case .show: return (arguments.show.format ?? .mermaid).language
    case .explore: return arguments.explore.graph?.rawValue ?? "text"
    default: return "text"
    }
  }

  // MARK: Words

  /// The words of a command line: blanks part them, '…' and "…" hold them together. There is no shell.
  private static func words(_ line: [UInt8]) throws(CommandEnd) -> [String] {
    var words: [String] = []
    var word: [UInt8]?
    var quote: UInt8?
    var isEscaped = false
    for byte in line {
      if isEscaped {
        word = (word ?? []) + [byte]
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        isEscaped = true
      } else if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
        word = word ?? []
      } else if quote == nil, byte == 0x20 || byte == 0x09 {
        if let word { words.append(String(decoding: word, as: UTF8.self)) }
        word = nil
      } else if quote == nil, "|<>;&".utf8.contains(byte) {
        let sign = String(Unicode.Scalar(byte))
        throw CommandEnd(
          usage: "a block has one command without a shell; put quotes around \(DisplayText.quoted(sign))")
      } else {
        word = (word ?? []) + [byte]
      }
    }
    if quote != nil || isEscaped { throw CommandEnd(usage: "the command ends inside quotes; close them") }
    return words + (word.map { [String(decoding: $0, as: UTF8.self)] } ?? [])
  }
}

extension Command {
  /// True if an operand is the path of a file or folder.
  fileprivate func takesFile(at index: Int) -> Bool {
    switch key {
    case .explain, .schema, .completions, .manual: false
    default: operands.kinds.isEmpty ? false : operands.kinds[min(index, operands.kinds.count - 1)].isPath
    }
  }
}

extension PictureFormat {
  /// The name of the notation after a fence.
  fileprivate var language: String {
    switch self {
    case .tree: "text"
    case .svg: "xml"
    case .mermaid, .dot, .plantuml, .html: rawValue
    }
  }
}
