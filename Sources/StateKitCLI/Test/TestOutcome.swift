import StateKitCore
import StateKitFormat
import StateKitTest

struct TestOutcome: Sendable {
  enum Status: String, Sendable {
    case passed
    case failed
    /// The test failed, as known.
    case known
    /// The program under test could not follow the test to its end.
    case skipped
    /// A file that the test needs cannot be read.
    case error

    /// True if a report tells the reason.
    var isFailure: Bool { self == .failed || self == .error }
  }

  let script: String
  /// The test's name; nil if the whole script is one test.
  let name: String?
  var status: Status
  /// The reason of a failure, in one line.
  var message: String
  var position: FailurePosition
  /// The full message, in lines.
  var text = ""

  init(script: String, name: String?, status: Status = .passed, message: String = "") {
    self.script = script
    self.name = name
    self.status = status
    self.message = message
    position = FailurePosition(file: script)
  }

  /// A script that cannot be run.
  init(script: String, broken: BrokenInput) {
    self.init(script: script, name: nil, status: .failed, message: broken.message)
    position = broken.position ?? position
    text = broken.text
  }

  /// A test that cannot be run because a file cannot be read.
  init(script: String, name: String?, failure: TestFiles.Failure) {
    self.init(script: script, name: name, status: .error, message: failure.message)
  }

  /// The script, and the test in it.
  var title: String { name.map { "\(script): \($0)" } ?? script }
}

/// The position of a failure: the file, and the line and the column from 1; 0 without a line.
struct FailurePosition: Sendable {
  let file: String
  var line = 0
  var column = 0

  init(file: String) { self.file = file }

  init(of diagnostic: Diagnostic, in lines: LineIndex) {
    let position = lines.position(of: Int(diagnostic.span.start))
    (file, line, column) = (lines.source.name, position.line, position.column)
  }

  /// The file, or `file:line:column`.
  var text: String { line > 0 ? "\(file):\(line):\(column)" : file }
}

/// The errors of a chart or a script that cannot be run.
struct BrokenInput: Sendable {
  /// The first error, in one line.
  var message: String
  /// The position of the first error; nil if no line has the error.
  private(set) var position: FailurePosition?
  /// All errors, as displayed.
  private(set) var text: String

  init(message: String) {
    self.message = message
    text = "  \(DisplayText.raw(message))\n"
  }

  /// `dropped`: the numbers of further errors.
  init(
    _ errors: [(diagnostic: Diagnostic, lines: LineIndex)], dropped: [CodeCounts.Entry] = [], report: TextReport
  ) {
    var out = ByteBuffer()
    for (diagnostic, lines) in errors { report.append(diagnostic, in: lines, to: &out) }
    for (code, _, count) in dropped { report.append(held: count, of: code, to: &out) }
    text = out.text
    let first = errors.first { $0.diagnostic.severity == .error }
    message = first?.diagnostic.message ?? ""
    position = first.map { FailurePosition(of: $0.diagnostic, in: $0.lines) }
  }

  /// The errors in the lines of a script.
  init(_ errors: LineErrors, report: TextReport) {
    self.init(errors.all.map { ($0.diagnostic, LineIndex($0.line.source)) }, dropped: errors.dropped, report: report)
  }

  /// Adds the errors of another file below its own.
  mutating func append(_ other: BrokenInput) { text += other.text }
}

struct TestCounts {
  var passed = 0
  var failed = 0
  var known = 0
  var skipped = 0
  var errors = 0
  var scripts = 0

  var all: Int { passed + failed + known + skipped + errors }

  init(_ outcomes: [TestOutcome], scripts: Int) {
    self.scripts = scripts
    for outcome in outcomes {
      switch outcome.status {
      case .passed: passed += 1
      case .failed: failed += 1
      case .known: known += 1
      case .skipped: skipped += 1
      case .error: errors += 1
      }
    }
  }

  /// One line: `122 tests in 122 scripts: 120 passed, 2 failed`.
  var summary: String {
    var parts = ["\(passed) passed"]
    if known > 0 { parts.append("\(known) known to fail") }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if failed > 0 { parts.append("\(failed) failed") }
    if errors > 0 { parts.append("\(errors) not run") }
    return "\(FindingCounts.counted(all, noun: "test")) in \(FindingCounts.counted(scripts, noun: "script")): "
      + parts.joined(separator: ", ")
  }
}
