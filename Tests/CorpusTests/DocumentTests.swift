import Foundation
import TestSupport
import Testing
import ToolSupport

/// What documents show as output is what comes out: `statekit docs` fills their blocks, `statekit show` their drawings, and every
/// `console` block is run, in a folder that has the files of its page.
@Suite struct DocumentTests {
  static let documents = ["README.md", "charts/README.md"] + Repository.files(below: "Sources", ending: ".md")
  /// Each page shows at least three commands with their output; those of codes, each its wrong chart and the fixed one; those
  /// of the library, programs that are built and run.
  static func mustShow(_ document: String) -> Bool {
    !document.contains("/Diagnostics/") && !document.contains("/StateKit.docc/")
  }

  /// The option of commands that write: none to record, else the one that compares.
  private static let check = Repository.writesGolden ? [] : ["--check"]

  @Test func `every block and every console block shows what its commands print`() throws {
    _ = Repository.root
    #expect(runTool(["docs"] + Self.check + Self.documents) == ToolResult(status: 0, output: "", errors: ""))
    var blocks = 0
    for document in Self.documents {
      let text = try #require(Repository.read(document))
      let run = try DocumentRun(text)
      blocks += run.blocks
      #expect(Repository.compare(run.made, withRecorded: document) == nil)
      #expect(!Self.mustShow(document) || run.blocks >= 3, "\(document) has \(run.blocks) console blocks")
    }
    #expect(blocks >= 2)
  }

  private static let pages = "Sources/StateKitCLI/StateKitCLI.docc/"

  @Test func `the drawings in the pages are current, and there is one of each example`() throws {
    let page = try #require(Repository.read(Self.pages + "Pictures.md"))
    let charts = Repository.files(below: "charts", ending: ".json").filter {
      let parts = $0.split(separator: "/")
      return parts.count == 2 || ["children", "coming-from"].contains(parts[1])
    }
    for chart in charts {
      let name = URL(fileURLWithPath: chart).deletingPathExtension().lastPathComponent
      let drawing = "Drawings/\(name).svg"
      let result = runTool(["show", chart, "-o", Self.pages + drawing] + Self.check)
      #expect(result == ToolResult(status: 0, output: "", errors: ""))
      #expect(page.contains("](\(drawing))"), "Pictures.md shows no \(name)")
    }
    #expect(Repository.files(below: Self.pages + "Drawings", ending: ".svg").count == charts.count)
  }

  @Test func `every link to a file of the project leads to one`() throws {
    for document in Self.documents {
      let text = try #require(Repository.read(document))
      let folder = Repository.root.appendingPathComponent(document).deletingLastPathComponent()
      for match in text.matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
        let path = folder.appendingPathComponent(String(match.1)).standardizedFileURL.path
        #expect(FileManager.default.fileExists(atPath: path), "\(document): \(match.1) is not there")
      }
    }
  }

  @Test func `every source file that a page names is there`() throws {
    let files =
      Repository.files(below: "Sources", ending: ".swift") + Repository.files(below: "Tests", ending: ".swift")
    let names = Set(files.map { URL(fileURLWithPath: $0).lastPathComponent })
    for document in Self.documents {
      for match in try #require(Repository.read(document)).matches(of: /`([\w+]+\.swift)`/) {
        #expect(names.contains(String(match.1)), "\(document): no file is named \(match.1)")
      }
      for match in try #require(Repository.read(document)).matches(of: /`((?:Sources|Tests|charts)\/[\w\/]+)`/) {
        let path = Repository.root.appendingPathComponent(String(match.1)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(document): \(match.1) is not there")
      }
    }
  }
}

/// A page, with what its commands print today.
///
/// A line that is a name in backquotes and a colon, and then a fenced block: a file, for all commands below it. A block
/// `console`: commands behind `$ ` (`statekit …`, `cat FILE`, `echo $?`; `echo …`, `printf …` or `cat FILE` piped into
/// statekit), each with its output.
private struct DocumentRun {
  /// The page as it should be.
  private(set) var made = ""
  /// How many console blocks it has.
  private(set) var blocks = 0
  private let folder: URL
  private var lastStatus: Int32 = 0

  init(_ text: String) throws {
    folder = try Repository.temporaryFolder([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    var lines: [String] = []
    var fence: Fence?
    /// The file that the next block is.
    var announced: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      switch fence {
      case .console where line != "```":
        guard line.hasPrefix("$ ") else { continue }
        lines.append(line)
        lines += output(of: String(line.dropFirst(2)))
        continue
      case .file(let name, let content):
        if line == "```" {
          try write(content, to: name)
          fence = nil
        } else {
          fence = .file(name: name, content: content + line + "\n")
        }
      case .console: fence = nil
      case .other: if line == "```" { fence = nil }
      case nil:
        if line == "```console" {
          fence = .console
          blocks += 1
        } else if line.hasPrefix("```") {
          fence = announced.map { .file(name: $0, content: "") } ?? .other
        }
        if !line.isEmpty { announced = nil }
        if line.hasPrefix("`"), line.hasSuffix("`:") { announced = String(line.dropFirst().dropLast(2)) }
      }
      lines.append(line)
    }
    made = lines.joined(separator: "\n")
  }

  private enum Fence {
    case console, other
    case file(name: String, content: String)
  }

  private func write(_ content: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file)
  }

  private func read(_ name: String) -> String? {
    (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? Repository.read(name)
  }

  /// The lines that a command prints.
  private mutating func output(of line: String) -> [String] {
    var parts = line.components(separatedBy: " | ").map { ShellWords.words(of: $0) }
    var input = ""
    if parts.count > 1 {
      let first = parts.removeFirst()
      switch first[0] {
      case "cat": input = read(first[1]) ?? ""
      case "printf": input = first[1].replacing("\\n", with: "\n")
      default: input = first.dropFirst().joined(separator: " ") + "\n"
      }
    }
    let command = parts[0]
    let text: String
    switch command[0] {
    case "cat": text = read(command[1]) ?? "no such file\n"
    case "echo" where command.dropFirst() == ["$?"]: text = "\(lastStatus)\n"
    case "statekit":
      var arguments = command.dropFirst().map(located)
      // Its files are made from the name.
      if arguments.first == "new", arguments.count > 1 { arguments[1] = folder.path + "/" + arguments[1] }
      let result = runTool(arguments, input: input)
      lastStatus = result.status
      text = (result.output + result.errors).replacing(folder.path + "/", with: "")
    default: text = "this test cannot run \(command[0])\n"
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// An argument, where it names a file of the page: the path of that file.
  private func located(_ argument: String) -> String {
    let isFile = [".json", ".txt", ".csv"].contains { argument.hasSuffix($0) } && !argument.contains(" ")
    return isFile && Repository.read(argument) == nil ? folder.path + "/" + argument : argument
  }
}
