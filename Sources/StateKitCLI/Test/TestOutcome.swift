/// The result of one test.
struct TestOutcome: Sendable {
  enum Status: String, Sendable {
    case passed
    case failed
    /// The test failed, as known.
    case known
    /// The program under test could not follow the test to its end.
    case skipped
  }

  let script: String
  /// The test's name; nil if the whole script is one test.
  let name: String?
  var status: Status
  /// The reason of the failure, in one line.
  var message = ""
  /// The position of the failure: the file, and the line and the column from 1; 0 without a line.
  var file: String
  var line = 0
  var column = 0
  /// The full message, in lines.
  var text = ""

  init(script: String, name: String?, status: Status = .passed, message: String = "", text: String = "") {
    self.script = script
    self.name = name
    self.status = status
    self.message = message
    file = script
    self.text = text
  }

  /// The position as text: the file, or `file:line:column`.
  var position: String { line > 0 ? "\(file):\(line):\(column)" : file }

  /// The script, and the test in it.
  var title: String { name.map { "\(script): \($0)" } ?? script }
}

/// The counts of results.
struct TestCounts {
  var passed = 0
  var failed = 0
  var known = 0
  var skipped = 0
  var scripts = 0

  var all: Int { passed + failed + known + skipped }

  init(_ outcomes: [TestOutcome], scripts: Int) {
    self.scripts = scripts
    for outcome in outcomes {
      switch outcome.status {
      case .passed: passed += 1
      case .failed: failed += 1
      case .known: known += 1
      case .skipped: skipped += 1
      }
    }
  }

  /// One line: `122 tests in 122 scripts: 120 passed, 2 failed`.
  var summary: String {
    var parts = ["\(passed) passed"]
    if known > 0 { parts.append("\(known) known to fail") }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if failed > 0 { parts.append("\(failed) failed") }
    return "\(Self.counted(all, noun: "test")) in \(Self.counted(scripts, noun: "script")): "
      + parts.joined(separator: ", ")
  }

  private static func counted(_ count: Int, noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
