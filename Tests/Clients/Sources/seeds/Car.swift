import StateKit

extension Inputs {
  static let turnKey = Input<Bool>("turnKey")
  static let shift = Input<Gear>("shift")
  static let press = Input<Void>("press")
}

enum Gear: String, Codable, Sendable {
  case drive
  case reverse
}

/// Jester's car: inputs with types, effects that are called with them, and results.
func car() throws {
  nonisolated(unsafe) var gears: [Gear] = []
  let chart = try ChartDefinition("car") {
    Context("distance", 0)
    ChartState("parked", initial: true) {
      On(Inputs.turnKey, if: { $0 }, to: "running")
    }
    ChartState("running") {
      On(Inputs.turnKey, if: { !$0 }, to: "parked")
      On(Inputs.shift) { _, gear in gears.append(gear) }
      On(Inputs.press) { Assign("distance", "distance + 10") }
    }
  }
  let car = Statechart(chart)
  try car.start()
  try check(!car.send(.turnKey, false).outcome.isHandled)
  try check(car.send(.turnKey, true).to == ["root.running"])
  car.send(.shift, .reverse)
  // The result of an input is its step.
  let step = car.send(.press)
  try check(step.changes == [.assigned("distance", 10)])
  try check(try car.decode(Int.self, from: "distance") == 10 && gears == [.reverse])
}
