import StateKit

/// TransitionKit's message: events with a user info, and hooks around events and states.
func inbox() throws {
  let chart = try ChartDefinition("message") {
    ChartState("unread", initial: true) { On("markAsRead", to: "read") }
    ChartState("read") {
      On("markAsUnread", to: "unread")
      On("delete", to: "deleted")
    }
    ChartState("deleted")
  }
  let message = Statechart(chart)
  var log: [String] = []
  let hooks = [
    try message.willHandle("markAsRead") { call in
      log.append("will \(call.event ?? "") by \(call.data["by"]?.string ?? "")")
    },
    try message.didHandle("markAsRead") { call in log.append("did \(call.source ?? "") to \(call.targets)") },
    try message.didExit("unread") { _ in log.append("no badge") },
    try message.didEnter("read") { call in log.append("read \(call.payload["by"]?.string ?? "")") },
  ]
  try message.start()
  message.send("markAsRead", ["by": "Ann"])
  try check(
    log == ["will markAsRead by Ann", "no badge", "read Ann", "did root.unread to [\"root.read\"]"])
  // An event that cannot be fired says why.
  try check("\(message.verdict("markAsRead"))" == "ignored: root.read is active; root.unread handles it")
  hooks.forEach { $0.cancel() }
}
