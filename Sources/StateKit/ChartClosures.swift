/// The closures in a chart in code, by the names of their host actions and guards.
struct ChartClosures: Sendable {
  var actions: [Name: @Sendable (Call) throws -> Void] = [:]
  /// The usual lengths of named delays in milliseconds.
  var delays: [Name: Int64] = [:]
  var isEmpty: Bool { actions.isEmpty && guards.isEmpty && delays.isEmpty }
  var guards: [Name: @Sendable (Call) throws -> Bool] = [:]
}
