package import CEL

/// The end of host work for a child, as in a line of a script.
package struct ChildEnd: Sendable {
  /// The ids of the machines on the way to the child, including its own as the last.
  package let path: [String]
  /// The id of the work.
  package let work: String
  /// `done.invoke.` or `error.invoke.` followed by the id.
  package let event: String
  package let data: Value?
  /// False if the work failed.
  package var isDone: Bool { event.utf8.starts(with: "done.".utf8) }
  /// The line, which is the step's header in the trace.
  package let shown: String

  package init(path: [String], work: String, event: String, data: Value?) {
    self.path = path
    self.work = work
    self.event = event
    self.data = data
    let payload = data.map { $0.isNull ? "" : " " + $0.json } ?? ""
    shown = (path.map { DisplayText.name($0) + ": " } + [DisplayText.name(event)]).joined() + payload
  }
}
