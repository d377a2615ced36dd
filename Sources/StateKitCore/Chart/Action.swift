import CEL

/// One step of what a hook or a handler does (Charts.md). Lists of actions are flat: `if` and `forEach` are jumps.
package enum Action: Sendable {
  /// A host action: shown in the trace, done by the embedding program.
  case call(NameID, data: DataTemplate?)
  case log(TextTemplate)
  /// Sets what stands at a path of the context.
  case assign(ContextPath, DataTemplate)
  /// Puts an event at the end of the internal queue.
  indirect case raise(EventText, data: DataTemplate?)
  /// Sends an external event.
  /// `to`: the id of a child, or `parent`; without it, the machine itself.
  indirect case send(EventText, data: DataTemplate?, delay: DelayText, id: TextTemplate?, to: TextTemplate?)
  /// Drops the delayed sends with this id.
  case cancel(TextTemplate)
  /// Goes there now; the index of an entry of `Chart.targets`.
  case goTo(target: Int32)
  /// Goes on behind it where the expression holds, else that many actions further on.
  case unless(Int32, skip: Int32)
  /// Goes that many actions further on.
  case skip(Int32)
  /// The next `count` actions are a list of their own: an error ends that list alone.
  case block(count: Int32)
  /// Does the next `count` actions once for each element of a list, with the element and its index in loop slots.
  indirect case forEach(Int32, element: Int32, index: Int32?, count: Int32)
}

/// The name of an event that is raised or sent.
package enum EventText: Sendable {
  case event(EventID)
  case text(TextTemplate)
}

/// A delay: in milliseconds, a name for one that the host gives, or a text that is put together and is either.
package enum DelayText: Sendable {
  case milliseconds(Int64)
  case named(NameID, SourceSpan)
  case text(TextTemplate, SourceSpan)
}
