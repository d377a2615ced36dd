import StateKitCore

/// The parts of a chart that another notation cannot express: errors, or warnings if the chart is written anyway.
struct Losses {
  let findings: Findings
  let code: DiagnosticCode
  let isLossy: Bool
  private let told = Told()

  /// The losses already reported: a part of the chart may be written more than once.
  private final class Told {
    struct Loss: Hashable {
      let span: SourceSpan
      let message: String
    }
    var losses: Set<Loss> = []
  }

  init(findings: Findings, code: DiagnosticCode, isLossy: Bool) {
    self.findings = findings
    self.code = code
    self.isLossy = isLossy
  }

  /// `written` describes what is written instead, if the chart is written anyway.
  func add(_ span: SourceSpan, message: String, written: @autoclosure () -> String, help: String? = nil) {
    guard told.losses.insert(Told.Loss(span: span, message: message)).inserted else { return }
    if isLossy {
      findings.add(.lostInConversion, at: span, message: message + "; " + written())
    } else {
      findings.add(code, at: span, message: message, help: help ?? "--lossy writes it and lists the losses")
    }
  }
}

// MARK: goToState

extension Losses {
  static let leftOut = "it is left out"
  /// For a state that another notation exits together with others.
  static let entersAgain = "as written, it is exited and entered again"

  /// Adds a `goToState`, which only our notation has.
  func add(goToState span: SourceSpan, in notation: String, written: String) {
    add(
      span, message: "\"goToState\" has no form in \(notation)", written: written, help: "write a handler with a target"
    )
  }

  /// Adds a `goToState` that is written as the target of its handler.
  func add(targetAction action: Int, of handler: Int, source: ChartSource, in notation: String) {
    let others = source.actions(of: handler).count
    add(
      goToState: source.span(action), in: notation,
      written: others == 0
        ? "it is written as the target"
        : "it is written as the target, and the other actions run between exits and entries")
  }

  /// Adds a `goToState` within an action that no other tool knows.
  func add(keptGoToState span: SourceSpan, in notation: String) {
    add(goToState: span, in: notation, written: "it is kept in an action that only statekit runs")
  }
}
