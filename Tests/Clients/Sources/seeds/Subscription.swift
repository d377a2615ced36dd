import StateKit

/// StateMachine's subscription: what is done before and after a transition.
func subscription() throws {
  let chart = try ChartDefinition("subscription") {
    ChartState("inactive", initial: true) { On("activate", if: "accepted", to: "active") { Do("welcome") } }
    ChartState("active") {
      On("suspend", to: "suspended")
      On("cancel", to: "cancelled")
    }
    ChartState("suspended") { On("resume", to: "active") }
    Final("cancelled")
    Context("accepted", true)
  }
  let subscription = Statechart(chart)
  var log: [String] = []
  try subscription.action("welcome") { _ in log.append("welcome") }
  let tokens = [
    try subscription.willHandle("activate") { _ in log.append("before \(subscription.configuration)") },
    try subscription.didHandle("activate") { _ in log.append("after \(subscription.configuration)") },
  ]
  try subscription.start()
  try check(subscription.can("activate") && !subscription.can("cancel"))
  subscription.send("activate")
  subscription.send("cancel")
  try check(log == ["before [\"root.inactive\"]", "welcome", "after [\"root.active\"]"])
  try check(subscription.isFinished && tokens.count == 2)
}
