import CEL

/// One action of a hook or a handler (Charts.md). Lists of actions are flat: `if` and `forEach` are jumps.
package enum Action: Sendable {
  /// A host action: the trace shows it, and the embedding program carries it out.
  case call(NameID, data: DataTemplate?)
  case log(TextTemplate)
  /// Sets a path of the context.
  case assign(ContextPath, DataTemplate)
  /// Puts an event at the end of the internal queue.
  indirect case raise(EventText, data: DataTemplate?)
  /// Sends an external event. `to`: the id of a child, or `parent`; nil for the machine itself.
  indirect case send(EventText, data: DataTemplate?, delay: DelayText, id: TextTemplate?, to: TextTemplate?)
  /// Cancels the delayed sends with this id.
  case cancel(TextTemplate)
  /// Goes to a state at once; the index of an entry of `Chart.targets`.
  case goTo(target: Int32)
  /// Continues with the next action if the expression is true; otherwise skips that many actions.
  case unless(Int32, skip: Int32)
  /// Skips that many actions.
  case skip(Int32)
  /// The next `count` actions are a separate list: an error ends only that list.
  case block(count: Int32)
  /// Carries out the next `count` actions for each element of a list, with the element and its index in loop slots.
  indirect case forEach(Int32, element: Int32, index: Int32?, count: Int32)
}

extension Action {
  /// The event that it raises or sends, if its name is constant. `isOwn`: true if the machine itself receives it.
  package var namedEvent: (event: EventID, isOwn: Bool)? {
    switch self {
    case .raise(.event(let event), _): (event, true)
    case .send(.event(let event), _, _, _, let to): (event, to == nil)
    case .raise(.text, _), .send(.text, _, _, _, _), .call, .log, .assign, .cancel, .goTo, .unless, .skip, .block,
      .forEach:
      nil
    }
  }
}

/// The name of an event that is raised or sent.
package enum EventText: Sendable {
  case event(EventID)
  case text(TextTemplate)
}

extension Chart {
  /// The name of an action's event; nil if it is computed.
  package func literal(_ event: EventText) -> String? {
    switch event {
    case .event(let id): names.text(eventNames[id.index])
    case .text(let template): template.literal
    }
  }
}

/// A delay: milliseconds, the name of a delay of the host, or a template that gives either.
package enum DelayText: Sendable {
  case milliseconds(Int64)
  case named(NameID, SourceSpan)
  case text(TextTemplate, SourceSpan)
}
