import StateKitCore

/// `statekit docs FILE...`: writes the output of commands into the blocks of Markdown pages (Pictures.md).
final class DocsCommand {
  private let streams: Streams
  private let runner: BlockCommand.Runner
  private let operands: [String]
  private let messenger: Messenger
  private var edits: FileEdits

  /// `runner` runs the commands of the blocks.
  init(_ streams: Streams, arguments: Arguments, runner: @escaping BlockCommand.Runner) {
    self.streams = streams
    self.runner = runner
    operands = arguments.operands
    messenger = Messenger(streams, arguments: arguments)
    edits = FileEdits(streams, arguments: arguments.editing)
  }

  /// Fills all pages, or none if a block has an error.
  func run() -> ExitStatus {
    var status = ExitStatus.ok
    for path in operands { status = max(status, fill(path)) }
    if status > .ok, !edits.onlyShows { return status }
    return max(status, edits.write(messenger))
  }

  private func fill(_ path: String) -> ExitStatus {
    let name = SourceFile.name(of: path)
    let bytes: [UInt8]
    do throws(InputError) {
      if path == "-" { throw InputError(reason: "a page must be a file") }
      bytes = try streams.bytes(of: path, limit: InputLimits.chartBytes)
    } catch {
      messenger.write("statekit: cannot read \(name): \(error.reason)")
      return .unable
    }
    let page = PageBlocks(bytes)
    var flaws = page.flaws
    var filled: [UInt8] = []
    var start = 0
    for block in page.blocks {
      do throws(PageBlocks.Flaw) {
        let lines = try content(of: block, page: path)
        filled += bytes[start..<block.content.lowerBound] + lines
        start = block.content.upperBound
      } catch {
        flaws.append(error)
      }
    }
    for flaw in flaws.sorted(by: { ($0.line, $0.column) < ($1.line, $1.column) }) {
      messenger.write("\(name):\(flaw.line):\(flaw.column): error: \(flaw.message)")
      for line in flaw.output { messenger.write("| " + line) }
    }
    if !flaws.isEmpty { return .inputAtFault }
    edits.add(FileEdits.Edit(path: path, name: name, old: bytes, new: filled + bytes[start...]))
    return .ok
  }

  /// The lines of a block: the output of its command, in a fence unless it is Markdown.
  private func content(of block: PageBlocks.Block, page: String) throws(PageBlocks.Flaw) -> [UInt8] {
    func flaw(_ message: String, output: [String] = []) -> PageBlocks.Flaw {
      PageBlocks.Flaw(line: block.line, column: block.column, message: message, output: output)
    }
    let command: BlockCommand
    do throws(CommandEnd) {
      command = try BlockCommand(block.command, of: page)
    } catch {
      throw flaw(error.message ?? "")
    }
    let output: [UInt8]
    do throws(BlockCommand.Failure) {
      output = try command.output(runner)
    } catch {
      let lines = error.reason.utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
      throw flaw("the command prints nothing and ends with status \(error.status.rawValue)", output: lines)
    }
    var lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    if lines.contains(where: { PageBlocks.marker($0.trimmedLine) != nil }) {
      throw flaw("the output has a line that is the marker of a block")
    }
    if let language = command.language {
      let fence = [UInt8](repeating: UInt8(ascii: "`"), count: max(3, Self.longestTicks(output) + 1))
      lines = [(fence + Array(language.utf8))[...]] + lines + [fence[...]]
    }
    return lines.flatMap { ($0.isEmpty ? [] : block.indent) + $0 + block.lineEnd }
  }

  /// The length of the longest run of backticks.
  private static func longestTicks(_ bytes: [UInt8]) -> Int {
    var longest = 0
    var run = 0
    for byte in bytes {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
