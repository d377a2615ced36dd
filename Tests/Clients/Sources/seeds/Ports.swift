import StateKit

// The examples of the five libraries' READMEs, as they are there. Coming-from.md has the number of lines of each section.

// MARK: StateKit
func makePage() throws -> Statechart {
  let page = Statechart(
    try ChartDefinition("page") {
      Entry { GoTo("loading") }
      On("apiRespondedSuccessfully", to: "regularView")
      ChartState("regularView") { Entry("setUpView") }
      ChartState("loading") {
        Entry {
          Do("fetchData")
          Do("showSpinner")
        }
        Exit("removeSpinner")
      }
    })
  for action in page.chart.host.actions { try page.action(action) { _ in } }
  try page.start()
  return page
}

// MARK: TransitionKit
func makeMessage(in inbox: Inbox) throws -> Statechart {
  let message = Statechart(
    try ChartDefinition("message") {
      ChartState("unread", initial: true) {
        Entry("incrementUnreadCount")
        On("view", to: "read")
        On("delete", to: "deleted")
      }
      ChartState("read") {
        Exit("decrementUnreadCount")
        On("delete", to: "deleted")
        On("markAsUnread", to: "unread")
      }
      ChartState("deleted") {
        Entry("moveToTrash")
        On("markAsUnread", to: "unread")
      }
    })
  try message.action("incrementUnreadCount") { _ in inbox.incrementUnreadCount() }
  try message.action("decrementUnreadCount") { _ in inbox.decrementUnreadCount() }
  try message.action("moveToTrash") { _ in inbox.moveToTrash() }
  try message.start()
  return message
}

// MARK: StateMachine
final class Subscription {
  private(set) var terminatedAt: ContinuousClock.Instant?
  private(set) var isBilled = true
  let machine: Statechart

  init() throws {
    machine = Statechart(
      try ChartDefinition("subscription") {
        ChartState("pending", initial: true) { On("activate", to: "active") }
        ChartState("active") {
          On("suspend", to: "suspended") { Do("stopBilling") }
          On("terminate", to: "terminated")
        }
        ChartState("suspended") {
          On("unsuspend", to: "active")
          On("terminate", to: "terminated")
        }
        ChartState("terminated") { Entry("keepTime") }
      })
    try machine.action("stopBilling") { [unowned self] _ in stopBilling() }
    try machine.action("keepTime") { [unowned self] _ in terminatedAt = .now }
    try machine.start()
  }

  func stopBilling() { isBilled = false }
}

// MARK: Stately
func makeDoor() throws -> Statechart {
  let door = Statechart(
    try ChartDefinition("door") {
      ChartState("closed", initial: true) {
        Entry { Log("Closed") }
        On("open", to: "opened")
      }
      ChartState("opened") {
        Entry { Log("Opened") }
        On("close", to: "closed")
      }
    })
  try door.start()
  return door
}

// MARK: Jester
extension Inputs {
  static let startEngine = Input<Void>("startEngine")
  static let driveAround = Input<Void>("drive")
  static let park = Input<Void>("park")
  static let pickUpPassengers = Input<Void>("pickUpPassengers")
  static let passengersHaveEntered = Input<Int>("passengersHaveEntered")
  static let driveToLocation = Input<String>("driveToLocation")
  static let dropOffPassengers = Input<Void>("dropOffPassengers")
  static let noMap = Input<Void>("noMapInput")
  static let noFail = Input<Void>("noFailInput")
}

func makeCar() throws -> Statechart {
  let car = Statechart(
    try ChartDefinition("car") {
      Context("passengers", 0)
      Context("location", nil)
      On(Inputs.noFail)
      ChartState("unstarted", initial: true) { On(Inputs.startEngine, to: "parked") }
      ChartState("drivingAround") { On(Inputs.park, to: "parked") }
      ChartState("drivingToLocation") { On(Inputs.park, to: "parked") }
      ChartState("parked") {
        On(Inputs.driveAround, to: "drivingAround")
        On(Inputs.pickUpPassengers, to: "pickingUpPassengers")
        On(Inputs.dropOffPassengers, to: "droppingOffPassengers") { Assign("passengers", "0") }
      }
      ChartState("pickingUpPassengers") {
        On(Inputs.passengersHaveEntered) { Assign("passengers", "event.data") }
        On(Inputs.driveToLocation, to: "drivingToLocation") { Assign("location", "event.data") }
      }
      ChartState("droppingOffPassengers") { On(Inputs.driveAround, to: "drivingAround") }
    })
  try car.start()
  return car
}

// MARK: Runs

/// The inbox of the message.
final class Inbox {
  private(set) var unread = 0
  private(set) var trash = 0
  func incrementUnreadCount() { unread += 1 }
  func decrementUnreadCount() { unread -= 1 }
  func moveToTrash() { trash += 1 }
}

/// Sends the events of the READMEs.
func ports() throws {
  let page = try makePage()
  try check(page.isIn("loading") && page.send("apiRespondedSuccessfully").to == ["root.regularView"])

  let inbox = Inbox()
  let message = try makeMessage(in: inbox)
  try check(message.isIn("unread") && inbox.unread == 1)
  for event in ["view", "delete", "markAsUnread"] { try check(message.send(event).outcome.isHandled) }
  try check(!message.can("markAsUnread") && !message.send("markAsUnread").outcome.isHandled)
  try check(inbox.unread == 1 && inbox.trash == 1)

  let subscription = try Subscription()
  let machine = subscription.machine
  for (event, state) in [("activate", "active"), ("suspend", "suspended"), ("terminate", "terminated")] {
    try check(machine.send(event).outcome.isHandled && machine.isIn(state))
  }
  try check(!machine.send("activate").outcome.isHandled && !subscription.isBilled && subscription.terminatedAt != nil)

  let door = try makeDoor()
  try check(door.send("open").changes.contains(.logged("Opened")) && door.send("close").to == ["root.closed"])

  let car = try makeCar()
  try check(!car.send(.driveAround).outcome.isHandled && car.send(.noFail).outcome.isHandled)
  try check(!car.send(.noMap).outcome.isHandled)
  car.send(.startEngine)
  car.send(.pickUpPassengers)
  try check(car.send(.passengersHaveEntered, 4).changes == [.assigned("passengers", 4)])
  try check(car.send(.driveToLocation, "ShopKeep HQ").to == ["root.drivingToLocation"])
  car.send(.park)
  try check(car.send(.dropOffPassengers).outcome.isHandled && car.context["passengers"] == 0)
}
