struct ReplayArguments: Sendable {
  /// The names of fields of a log.
  var caseField: String?
  var eventField: String?
  var timeField: String?
  var dataField: String?
  var stateField: String?
  var didField: String?
  /// The events that the log never has.
  var hidden: [String] = []
  var takesRest = false
  /// The fields of the payload.
  var fields: [String]?

  /// The file for lines of deviations.
  var deviations: String?
  /// The case whose script is written.
  var scriptOf: String?
  var leastFitness: Double?
  var isPartial = false
  var merges = false
  /// The folder for the parts of a log that does not fit in memory.
  var spill: String?
}
