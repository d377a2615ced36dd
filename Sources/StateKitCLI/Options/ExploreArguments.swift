import StateKitCore
import StateKitSearch

struct ExploreArguments: Sendable {
  /// A list of names with commas between; nil for all events.
  var events: [String]?
  var except: [String] = []
  /// The file of payloads.
  var payloads: String?
  var time = ExploreTime.next
  /// In milliseconds.
  var waits: [Int64] = []

  /// In the order asked.
  var properties: [Property<String>] = []
  var isFair = false
  var allowedDeadEnds: [String] = []

  var isExact = false
  var depth: Int?
  var states = 100_000
  /// In bytes.
  var memory = 2 << 30
  /// In milliseconds, with the reading of the chart and the report.
  var timeLimit: Int64 = 30_000

  var graph: GraphFormat?
  /// The file for scripts that cover the chart, and the word `arcs` if they must cover all arcs.
  var cover: [String] = []
  var isTour = false
  /// The folder that scripts are written to.
  var scripts: String?
}
