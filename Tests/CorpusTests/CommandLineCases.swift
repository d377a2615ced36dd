import TestSupport
import Testing

/// Command lines with all that the tool says to them, as data in `Tests/Cases`.
@Suite struct CommandLineCases {
  static let files = Repository.files(below: "Tests/Cases", ending: ".txt")

  @Test(arguments: files) func `a command line gives its recorded output, messages and status`(file: String) throws {
    var made: [String] = []
    var cases = 0
    var command: (words: [String], input: [String])?
    for line in try #require(Repository.read(file)).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ statekit") {
        command = (ShellWords.words(of: String(line.dropFirst(2))), [])
        cases += 1
      } else if line.hasPrefix("<") {
        command?.input.append(String(line.dropFirst(line.hasPrefix("< ") ? 2 : 1)))
      } else if line.isEmpty {
        if let command { made += answer(to: command.words, command.input) }
        command = nil
      }
      // What was recorded is made again.
      if !["|", "!", "="].contains(line.prefix(1)) { made.append(String(line)) }
    }
    #expect(cases >= (file.hasSuffix("command-line.txt") ? 50 : 10))
    #expect(command == nil, "\(file) does not end with an empty line")
    #expect(Repository.compare(made.joined(separator: "\n"), withRecorded: file) == nil)
  }

  private func answer(to words: [String], _ input: [String]) -> [String] {
    _ = Repository.root
    let result = runTool(Array(words.dropFirst()), input: input.joined(separator: "\n"))
    return marked("|", result.output) + marked("!", result.errors) + (result.status == 0 ? [] : ["= \(result.status)"])
  }

  /// The lines of a stream; `…` tells that the last has no end.
  private func marked(_ sign: String, _ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? sign : "\(sign) \($0)"
    }
    if text.hasSuffix("\n") || text.isEmpty { lines.removeLast() } else { lines[lines.count - 1] += "…" }
    return lines
  }
}
