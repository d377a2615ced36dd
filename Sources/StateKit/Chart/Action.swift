/// What a hook or a handler does (SPEC §1.4).
package enum Action: Sendable {
  /// A host action: shown in the trace, done by the embedding program.
  case call(NameID, data: Value?)
  case log(String)
  /// Puts an event at the end of the internal queue.
  case raise(EventID, data: Value?)
  /// Sends an external event; `delay` in milliseconds, zero for at once.
  case send(EventID, data: Value?, delay: Int64, id: NameID?)
  /// Drops the delayed sends with this id.
  case cancel(NameID)
  /// Goes there now; the number of an entry of `Chart.targets`.
  case goTo(target: Int32)
}
