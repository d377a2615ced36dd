import StateKit

/// Stately's door, opened and closed by many at the same time.
func doors() async throws {
  let chart = try ChartDefinition("door") {
    ChartState("closed", initial: true) {
      On("open", to: "open")
      On("lock", to: "locked")
    }
    ChartState("open") {
      Entry("lightOn")
      Exit("lightOff")
      On("close", to: "closed")
    }
    ChartState("locked") {
      On("unlock", to: "closed")
      On("open") { Do("rattle") }
    }
  }
  let door = StatechartActor(chart)
  for action in chart.host.actions { try await door.action(action) { _ in } }
  try await door.start()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<10 {
      group.addTask {
        for _ in 0..<100 {
          await door.send("open")
          await door.send("close")
        }
      }
    }
  }
  let configuration = await door.configuration
  try check(configuration == ["root.closed"])
}
