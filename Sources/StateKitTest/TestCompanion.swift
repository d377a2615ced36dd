package import StateKitCore
package import StateKitFormat

/// A program that follows a test beside the machine, and must do the same.
package protocol TestCompanion: AnyObject {
  /// A fresh machine has started.
  func start(_ machine: inout Machine, record: StepRecord) -> CompanionVerdict
  /// The machine has made a step; `moved` is by how many milliseconds the clock has moved.
  func follow(_ step: ScriptStep, moved: Int64, machine: inout Machine, record: StepRecord) -> CompanionVerdict
  /// The test is over.
  func finish() -> CompanionVerdict
}

/// The answer of a companion to a step.
package enum CompanionVerdict: Sendable {
  /// It does the same, as far as it says.
  case agrees
  /// It cannot follow the test from here on, with the reason.
  case cannot(String)
  case differs(CompanionDifference)
}

/// Why a companion has failed.
package struct CompanionDifference: Sendable {
  package let code: DiagnosticCode
  /// In one line.
  package let message: String
  /// The results of the machine and of the companion, as lines.
  package let details: ExpectationDetails
  /// More about the companion, in lines.
  package let notes: [String]

  package init(
    _ code: DiagnosticCode, message: String, details: ExpectationDetails = ExpectationDetails(), notes: [String] = []
  ) {
    self.code = code
    self.message = message
    self.details = details
    self.notes = notes
  }
}

/// The companion of one test, until it fails or cannot follow.
struct Following {
  private let companion: any TestCompanion
  /// False after it said that it cannot follow.
  private var isAsked = true
  /// Why it cannot follow the test to its end.
  private(set) var reason: String?
  /// Why the test fails.
  private(set) var difference: CompanionDifference?

  init(_ companion: any TestCompanion) {
    self.companion = companion
  }

  mutating func start(_ runner: inout ScriptRunner) {
    let verdict = runner.observe { companion.start(&$0, record: $1) }
    guard case .differs(let found) = verdict else { return note(verdict) }
    difference = CompanionDifference(
      found.code, message: "at the start: " + found.message, details: found.details, notes: found.notes)
  }

  mutating func follow(_ step: ScriptStep, from time: Int64, runner: inout ScriptRunner) {
    guard isAsked else { return }
    let moved = runner.time - time
    note(runner.observe { companion.follow(step, moved: moved, machine: &$0, record: $1) })
  }

  mutating func finish() {
    let verdict = companion.finish()
    if isAsked, difference == nil { note(verdict) }
  }

  private mutating func note(_ verdict: CompanionVerdict) {
    switch verdict {
    case .agrees: break
    case .cannot(let why):
      isAsked = false
      reason = why
    case .differs(let found): difference = found
    }
  }
}
