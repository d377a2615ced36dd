import StateKit

/// StateMachine's subscription: what is done before and after a transition.
func subscription() throws {
  let chart = try Chart("subscription") {
    State("inactive", initial: true) { On("activate", if: "accepted", to: "active") { Do("welcome") } }
    State("active") {
      On("suspend", to: "suspended")
      On("cancel", to: "cancelled")
    }
    State("suspended") { On("resume", to: "active") }
    Final("cancelled")
    Context("accepted", true)
  }
  let subscription = Statechart(chart)
  var log: [String] = []
  subscription.on("welcome") { _ in log.append("welcome") }
  let tokens = [
    subscription.before("activate") { _ in log.append("before \(subscription.configuration)") },
    subscription.after("activate") { _ in log.append("after \(subscription.configuration)") },
  ]
  try subscription.start()
  try check(subscription.can("activate") && !subscription.can("cancel"))
  subscription.send("activate")
  subscription.send("cancel")
  try check(log == ["before [\"root.inactive\"]", "welcome", "after [\"root.active\"]"])
  try check(subscription.isFinished && tokens.count == 2)
}
