import Foundation
import TestSupport
import Testing

/// What documents show as output is what comes out: every `console` block is run.
@Suite struct DocumentTests {
  static let documents = ["README.md"] + Repository.files(below: "Sources", ending: ".md")

  @Test func `every console block shows what its commands print`() throws {
    _ = Repository.root
    var blocks = 0
    for document in Self.documents {
      let text = try #require(Repository.read(document))
      var made: [String] = []
      var isInBlock = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        if line == "```console" {
          isInBlock = true
          blocks += 1
        } else if isInBlock, line == "```" {
          isInBlock = false
        }
        if isInBlock, !line.hasPrefix("```") {
          guard line.hasPrefix("$ ") else { continue }
          made.append(line)
          made.append(contentsOf: output(of: String(line.dropFirst(2))))
        } else {
          made.append(line)
        }
      }
      #expect(Repository.compare(made.joined(separator: "\n"), withRecorded: document) == nil)
    }
    #expect(blocks >= 2)
  }

  /// The lines that a command prints: `statekit …`, `cat FILE`, with `echo …` or `cat FILE` piped into it.
  private func output(of line: String) -> [String] {
    var parts = line.components(separatedBy: " | ").map { words(of: $0) }
    var input = ""
    if parts.count > 1 {
      let first = parts.removeFirst()
      input = first[0] == "cat" ? Repository.read(first[1]) ?? "" : first.dropFirst().joined(separator: " ") + "\n"
    }
    let command = parts[0]
    let text: String
    switch command[0] {
    case "cat": text = Repository.read(command[1]) ?? "no such file"
    case "statekit":
      let result = runTool(Array(command.dropFirst()), input: input)
      text = result.output + result.errors
    default: text = "this test cannot run \(command[0])"
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The words of a command, with '…' around those that hold spaces.
  private func words(of command: String) -> [String] {
    var words: [String] = []
    var current = ""
    var isQuoted = false
    for character in command {
      if character == "'" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append(current)
        current = ""
      } else {
        current.append(character)
      }
    }
    return words + [current]
  }
}
