package import StateKitCore

/// The trigger of a handler.
package enum PictureTrigger: Sendable {
  case event(String)
  /// A pattern of events: `error.*`, `*`.
  case pattern(String)
  case done
  case always
  /// A timer, with its delay as displayed.
  case after(String)

  /// The text at an arrow; empty for `always`.
  package var label: String {
    switch self {
    case .always: ""
    case .event, .pattern, .done, .after: text
    }
  }

  /// The text in a list of handlers.
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
  /// True for `null`: the event is handled and has no effect.
  package let isForbidden: Bool
  package let reentry: Reentry
  /// Its reentry in words; nil for the default.
  package let reentryWords: String?
  /// Its guard as written; nil without a guard, or if guards are left out.
  package let condition: String?
  /// Empty if actions are left out.
  package let actions: [String]
  /// The indices of its targets in the picture, or of the folded states around them; nil for a target outside the
  /// shown part.
  package let targets: [Int?]
  /// The shortest references to the targets, as displayed.
  package let targetNames: [String]
  /// The targets of `goToState` among its actions, as indices like `targets`.
  package let jumps: [Int?]
  package let mark: PictureMark

  /// `event [guard] / actions`.
  package var label: String { label(of: trigger.label) }

  /// Like `label`, but also with a name for `always`.
  package var text: String { label(of: trigger.text) }

  private func label(of event: String) -> String {
    var parts = event.isEmpty ? [] : [event]
    if let condition { parts.append("[\(condition)]") }
    if let words = reentryWords { parts.append("{\(words)}") }
    if isForbidden { parts.append("/ –") }
    if !actions.isEmpty { parts.append("/ " + actions.joined(separator: ", ")) }
    return parts.joined(separator: " ")
  }

  /// True if no arrow shows it.
  package var standsInBox: Bool {
    targets.allSatisfy { $0 == nil } && jumps.allSatisfy { $0 == nil }
      && (reentry == .none || !targets.isEmpty)
  }

  /// The text in the box of its state, with targets that no arrow shows.
  package var boxText: String { targetNames.isEmpty ? text : text + " → " + targetNames.joined(separator: ", ") }
}

/// An arrow of a picture: all transitions from one state to another in one style.
package struct PictureArrow: Sendable {
  package enum Style: Sendable {
    /// From the dot of a compound state to its initial state.
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
    /// `event [guard] / actions`; empty for transitions without a label.
    package let label: String
    /// Its trigger, as at an arrow.
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
