/// The closures in a chart in code, by the names of their host actions and guards.
struct ChartClosures: Sendable {
  var actions: [Name: @Sendable (Call) throws -> Void] = [:]
  var isEmpty: Bool { actions.isEmpty && guards.isEmpty }
  var guards: [Name: @Sendable (Call) throws -> Bool] = [:]
}
