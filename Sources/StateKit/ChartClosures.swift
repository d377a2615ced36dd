/// The closures that stand in a chart in code, by the names of the host actions and guards that stand for them.
struct ChartClosures: Sendable {
  var actions: [Name: @Sendable (Call) throws -> Void] = [:]
  var isEmpty: Bool { actions.isEmpty && guards.isEmpty }
  var guards: [Name: @Sendable (Call) throws -> Bool] = [:]
}
