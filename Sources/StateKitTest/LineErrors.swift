package import StateKitCore
package import StateKitFormat

/// The errors in the lines of a script: of each code the first hundred, and at least one of each test. The others are
/// counted, because a long script can have very many.
package struct LineErrors: Error {
  package typealias Entry = (diagnostic: Diagnostic, line: ScriptLine)

  /// In the order of the lines.
  private(set) var kept: [Entry] = []
  private var counts = CodeCounts()
  /// The numbers of errors that were not kept: before the first test, and of each test.
  private var droppedOfTests: [[CodeCounts.Entry]] = [[]]
  private var hasErrorInTest = false
  /// True if an error is before the first test.
  private(set) var areBeforeTests = false

  init() {}

  /// Begins a test: further errors are errors of this test.
  mutating func beginTest() {
    droppedOfTests.append([])
    hasErrorInTest = false
  }

  mutating func add(_ diagnostics: [Diagnostic], in line: ScriptLine) {
    let test = droppedOfTests.count - 1
    for diagnostic in diagnostics {
      if test == 0 { areBeforeTests = true }
      if counts.admit(diagnostic.code, severity: diagnostic.severity) || !hasErrorInTest {
        kept.append((diagnostic, line))
      } else if let index = droppedOfTests[test].firstIndex(where: { $0.code == diagnostic.code }) {
        droppedOfTests[test][index].count += 1
      } else {
        droppedOfTests[test].append((diagnostic.code, diagnostic.severity, 1))
      }
      hasErrorInTest = true
    }
  }

  /// The number of errors of a test that were not kept, by code.
  func dropped(inTest test: Int) -> [CodeCounts.Entry] {
    test + 1 < droppedOfTests.count ? droppedOfTests[test + 1] : []
  }

  /// The errors that are shown of the whole script, of each code the first hundred.
  package var all: [Entry] {
    var counts = CodeCounts()
    return kept.filter { counts.admit($0.diagnostic.code, severity: $0.diagnostic.severity) }
  }

  /// The number of errors of each code that are not in `all`.
  package var dropped: [CodeCounts.Entry] { counts.dropped }
}
