import StateKit

/// TransitionKit's message: events with a user info, and hooks around events and states.
func inbox() throws {
  let chart = try Chart("message") {
    State("unread", initial: true) { On("markAsRead", to: "read") }
    State("read") {
      On("markAsUnread", to: "unread")
      On("delete", to: "deleted")
    }
    State("deleted")
  }
  let message = Statechart(chart)
  var log: [String] = []
  let hooks = [
    message.before("markAsRead") { call in log.append("will \(call.event ?? "") by \(call.data["by"]?.string ?? "")") },
    message.after("markAsRead") { call in log.append("did \(call.source ?? "") to \(call.targets)") },
    message.onExit("unread") { _ in log.append("no badge") },
    message.onEnter("read") { call in log.append("read \(call.payload["by"]?.string ?? "")") },
  ]
  try message.start()
  message.send("markAsRead", ["by": "Ann"])
  try check(
    log == ["will markAsRead by Ann", "no badge", "read Ann", "did root.unread to [\"root.read\"]"])
  // An event that cannot be fired says why.
  try check("\(message.verdict("markAsRead"))" == "ignored: root.read is active; root.unread handles it")
  hooks.forEach { $0.cancel() }
}
