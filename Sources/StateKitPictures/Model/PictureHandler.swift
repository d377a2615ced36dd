package import StateKitCore

package enum PictureTrigger: Sendable {
  case event(String)
  /// A pattern of events: `error.*`, `*`.
  case pattern(String)
  case done
  case always
  /// A timer, with its delay as displayed.
  case after(String)

  /// The event that it handles; empty for `always`, which handles none.
  package var event: String {
    switch self {
    case .always: ""
    case .event, .pattern, .done, .after: text
    }
  }

  var sign: PictureLabel.Sign? {
    switch self {
    case .always: .always
    case .after: .timer
    case .event, .pattern, .done: nil
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
  /// True if the file says that it reenters.
  package let isSaidToReenter: Bool
  /// Its guard as written; nil without a guard, or if guards are left out.
  package let condition: String?
  /// Empty if actions are left out.
  package let actions: [String]
  /// All of it in the words of the chart itself.
  package let raw: String
  package let description: String?
  /// True if its event is the end of an invocation.
  package let endsInvocation: Bool
  /// The indices of its targets in the picture, or of the folded states around them; nil for a target outside the
  /// shown part.
  package let targets: [Int?]
  /// The shortest references to the targets, as displayed.
  package let targetNames: [String]
  /// The targets of `goToState` among its actions, as indices like `targets`.
  package let jumps: [Int?]
  package let mark: PictureMark

  /// `event [guard] / actions`.
  package var label: PictureLabel {
    Self.label(
      trigger.text, condition: condition, reentry: isSaidToReenter ? "reenter" : nil, actions: actions,
      isForbidden: isForbidden
    ).signed(endsInvocation ? .invocation : trigger.sign)
  }

  static func label(
    _ event: String, condition: String?, reentry: String?, actions: [String], isForbidden: Bool
  ) -> PictureLabel {
    var label = PictureLabel().adding(.event, text: event)
    if let condition { label.add(.condition, text: "[\(condition)]") }
    if let reentry { label.add(.condition, text: "{\(reentry)}") }
    if isForbidden { label.add(.actions, text: "/ –") }
    if !actions.isEmpty { label.add(.actions, text: "/ " + actions.joined(separator: ", ")) }
    return label
  }

  /// True if no arrow shows it.
  package var standsInBox: Bool {
    targets.allSatisfy { $0 == nil } && jumps.allSatisfy { $0 == nil }
      && (reentry == .none || !targets.isEmpty)
  }

  /// True if it is in its box only because none of its targets is shown.
  package var leadsOut: Bool { standsInBox && !(targets.isEmpty && jumps.isEmpty) }

  /// The text in the box of its state, or at its arrow, with the targets that no arrow shows.
  package var fullLabel: PictureLabel {
    let others = zip(targets, targetNames).filter { $0.0 == nil }.map(\.1)
    return others.isEmpty ? label : label.adding(.plain, text: "→ " + others.joined(separator: ", "))
  }
}

/// An arrow of a picture: all transitions from one state to another in one style.
package struct PictureArrow: Sendable {
  package enum Style: Sendable {
    /// From the dot of a compound state to its initial state.
    case initial
    /// From a history state to its default.
    case history
    case handler
    /// A `goToState` in an action.
    case jump
  }

  /// A line of its label.
  package struct Row: Sendable {
    /// `event [guard] / actions`; empty for transitions without a label.
    package let content: PictureLabel
    /// Its event; empty for `always`.
    package let event: String
    /// The entry of `Chart.handlers`; nil for `initial`, history, and the hooks.
    package let handler: Int?
    package let mark: PictureMark
    /// The handler in the words of the chart itself; empty for others.
    package var raw = ""
    package var description: String?

    package var label: String { content.text }
  }

  package let source: Int
  package let target: Int
  package let style: Style
  package var rows: [Row]

  package var mark: PictureMark {
    rows.dropFirst().reduce(rows.first?.mark ?? .none) { $0.joined($1.mark) }
  }
}
