package import StateKitCore

/// What a handler answers.
package enum PictureTrigger: Sendable {
  case event(String)
  /// Events that begin so: `error.*`, `*`.
  case pattern(String)
  case done
  case always
  /// A timer, by its delay as it is shown.
  case after(String)

  /// As it stands at an arrow: what happens by itself has no name there.
  package var label: String {
    switch self {
    case .always: ""
    case .event, .pattern, .done, .after: text
    }
  }

  /// As it stands in a list of handlers.
  package var text: String {
    switch self {
    case .event(let name), .pattern(let name): name
    case .done: "done"
    case .always: "always"
    case .after(let delay): "after " + delay
    }
  }
}

/// One candidate of a state for an event, for `always` or for `after`.
package struct PictureHandler: Sendable {
  /// The entry of `Chart.handlers`.
  package let index: Int
  package let trigger: PictureTrigger
  /// `null`: the event is handled and does nothing.
  package let isForbidden: Bool
  package let reentry: Reentry
  /// Its guard as it is written; nil for none, or where guards are left out.
  package let condition: String?
  /// None where actions are left out.
  package let actions: [String]
  /// The indices of its targets in the picture, or of the folded states that they are inside of; nil for one outside the part that
  /// is shown.
  package let targets: [Int?]
  /// The shortest references to the targets, as they are shown.
  package let targetNames: [String]
  /// Where `goToState` among its actions leads, in the same way.
  package let jumps: [Int?]
  package let mark: PictureMark

  /// `event [guard] / actions`.
  package var label: String { label(of: trigger.label) }

  /// The same with a name also for what happens by itself.
  package var text: String { label(of: trigger.text) }

  private func label(of event: String) -> String {
    var parts = event.isEmpty ? [] : [event]
    if let condition { parts.append("[\(condition)]") }
    if let words = reentry.words { parts.append("{\(words)}") }
    if isForbidden { parts.append("/ –") }
    if !actions.isEmpty { parts.append("/ " + actions.joined(separator: ", ")) }
    return parts.joined(separator: " ")
  }

  /// Whether no arrow shows it.
  package var standsInBox: Bool {
    targets.allSatisfy { $0 == nil } && jumps.allSatisfy { $0 == nil }
      && (reentry == .none || !targets.isEmpty)
  }

  /// As it stands in its box: with its targets where these are not shown.
  package var boxText: String { targetNames.isEmpty ? text : text + " → " + targetNames.joined(separator: ", ") }
}

/// An arrow of a picture: all that leads from one state to another one in the same style.
package struct PictureArrow: Sendable {
  package enum Style: Sendable {
    /// From the dot of a compound state to where it begins.
    case initial
    /// From a history state to its default.
    case history
    /// A handler.
    case handler
    /// A `goToState` in an action.
    case jump
  }

  /// A line of its label.
  package struct Row: Sendable {
    /// `event [guard] / actions`; empty for what happens by itself.
    package let label: String
    /// What it answers, as it stands at an arrow.
    package let event: String
    /// The entry of `Chart.handlers`; nil for `initial`, history, and the hooks.
    package let handler: Int?
    package let mark: PictureMark
  }

  package let source: Int
  package let target: Int
  package let style: Style
  package var rows: [Row]

  package var mark: PictureMark {
    rows.dropFirst().reduce(rows.first?.mark ?? .none) { $0.joined($1.mark) }
  }
}
