import Foundation
import TestSupport
import Testing
import ToolSupport

/// Command lines with all that the tool says to them, as data in `Tests/Cases`.
@Suite struct CommandLineCases {
  static let files = Repository.files(below: "Tests/Cases", ending: ".txt")

  @Test(arguments: files) func `a command line gives its recorded output, messages and status`(file: String) throws {
    var run = try CaseRun()
    for line in try #require(Repository.read(file)).split(separator: "\n", omittingEmptySubsequences: false) {
      try run.take(line)
    }
    #expect(run.cases >= 10)
    #expect(run.isWhole, "\(file) does not end with an empty line")
    #expect(run.unfinished.isEmpty, "no empty line ends these commands of \(file)")
    #expect(Repository.compare(run.made.joined(separator: "\n"), withRecorded: file) == nil)
  }
}

/// A file of cases, made again line by line. What a line is, its first character says:
///
/// * `$`: a command, `statekit …` or `cat FILE`. `$DIR` in it is a folder for the cases of this file, and for nothing else.
/// * `<`: a line of its input, without a line end after the last one.
/// * `|`, `!`, `=`: what it prints, its messages, its status where that is not 0; these are recorded. The case ends with an
///   empty line.
/// * `@ NAME`: a file in `$DIR`, made of the lines `>` below it. `@` alone: all files are removed.
/// * anything else, such as `#`: a remark.
private struct CaseRun {
  /// The lines, with what the commands say today.
  private(set) var made: [String] = []
  private(set) var cases = 0
  private var command: (words: [String], input: [String])?
  /// The commands that another one follows without an empty line.
  private(set) var unfinished: [[String]] = []
  private var file: (name: String, text: String)?
  private let folder: URL

  init() throws {
    _ = Repository.root
    folder = try Repository.temporaryFolder([:])
  }

  var isWhole: Bool { command == nil && file == nil }

  mutating func take(_ line: Substring) throws {
    if !line.hasPrefix(">"), let (name, text) = file {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      file = nil
    }
    switch line.first {
    case "$":
      if let command { unfinished.append(command.words) }
      command = (ShellWords.words(of: String(line.dropFirst(2)).replacing("$DIR", with: folder.path)), [])
      cases += 1
    case "<": command?.input.append(String(line.dropFirst(line.hasPrefix("< ") ? 2 : 1)))
    case ">": file?.text += line.dropFirst(line.hasPrefix("> ") ? 2 : 1) + "\n"
    case "@":
      if line == "@" { try empty() } else { file = (String(line.dropFirst(2)), "") }
    case nil:
      if let command { made += answer(to: command.words, command.input) }
      command = nil
    // What was recorded is made again.
    case "|", "!", "=": return
    default: break
    }
    made.append(String(line))
  }

  private func empty() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  private func answer(to words: [String], _ input: [String]) -> [String] {
    if words[0] == "cat" {
      return marked("|", (try? String(contentsOfFile: words[1], encoding: .utf8)) ?? "no such file\n")
    }
    let result = runTool(Array(words.dropFirst()), input: input.joined(separator: "\n"))
    return marked("|", result.output) + marked("!", result.errors) + (result.status == 0 ? [] : ["= \(result.status)"])
  }

  /// The lines of a stream; `…` says that the last has no end.
  private func marked(_ sign: String, _ text: String) -> [String] {
    let text = text.replacing(folder.path, with: "$DIR")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? sign : "\(sign) \($0)"
    }
    if text.hasSuffix("\n") || text.isEmpty { lines.removeLast() } else { lines[lines.count - 1] += "…" }
    return lines
  }
}
