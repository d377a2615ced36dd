import ChartsMock
import StateKit
import SwiftUIMock

/// A view and its model. `DoorModel` is `@Observable` where there is SwiftUI.
struct DoorView: View {
  @State var model: DoorModel
  @State var name = ""
  var body: Text { Text(model.isOpen ? "open" : "closed") }
}

@MainActor
final class DoorModel {
  private(set) var isOpen = false
  private(set) var events: [String] = []
  private let door: Statechart
  private var token: Token?

  init(_ chart: ChartDefinition) throws {
    door = Statechart(chart)
    try door.action("lightOn") { [unowned self] _ in isOpen = true }
    try door.action("lightOff") { [unowned self] _ in isOpen = false }
    token = door.observe(tellingNow: true) { [unowned self] _ in events = door.events }
    try door.start()
  }

  func send(_ event: String) { door.send(event) }
}

let chart = try ChartDefinition("door") {
  ChartState("closed", initial: true) { On("open", to: "open") }
  ChartState("open") {
    Entry("lightOn")
    Exit("lightOff")
    On("close", to: "closed")
  }
}
let view = DoorView(model: try DoorModel(chart))
let before = view.body.content
view.model.send("open")
let sizes = Chart { [1, 2] }
let passed = before == "closed" && view.body.content == "open" && view.model.events == ["close"] && view.name.isEmpty
print(passed && sizes.content.count == 2 ? "swiftui: passed" : "swiftui: failed")
