import CEL
import StateKitCore

/// A context key of a child, by the index of its chart in the family.
struct ChildKey: Hashable {
  let chart: Int
  let key: Int
}

extension PayloadConstants {
  /// The constants that children compare their keys with, or pass on to children of their own which do.
  static func constants(ofChildren keys: Set<ChildKey>, in first: Chart, answered: HostAnswers?) -> [ChildKey: [Value]]
  {
    var known: [Int: PayloadConstants] = [:]
    var found: [ChildKey: [Value]] = [:]
    for key in keys {
      var values: [Value] = []
      var todo = [key]
      var next = 0
      while next < todo.count, values.count < mostConstants {
        let at = todo[next]
        next += 1
        let constants =
          known[at.chart] ?? PayloadConstants(first, member: at.chart, answered: answered, followsChildren: false)
        known[at.chart] = constants
        let meeting = constants.meeting([], keys: [at.key])
        values += constants.constants(in: meeting)
        for input in meeting.inputs where !todo.contains(input) { todo.append(input) }
      }
      found[key] = values
    }
    return found
  }
}
