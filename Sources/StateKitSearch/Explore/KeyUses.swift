import CEL
import StateKitCore

/// The use of each context key in a chart. Values that nothing can distinguish are kept as one (Exploring.md,
/// Counters).
package struct KeyUses: Sendable {
  package enum Use: Sendable, Equatable {
    /// Each value counts.
    case exact
    /// Nothing depends on the value.
    case unread
    /// A count that only rises, or is set again: values above the limit are kept as one.
    case rising(limit: Int64)
    /// A count that only falls, or is set again: values below the limit are kept as one.
    case falling(limit: Int64)
  }

  /// Counts of which only one sum matters: all values with one sum are kept as one.
  package struct Sum: Sendable {
    let terms: [(key: Int, factor: Int64)]
    /// The key that keeps the sum; the others keep their first values. Its factor is 1 or -1.
    let pivot: Int
    /// The sum as an expression.
    package let text: String
  }

  /// By the context keys in their order.
  package private(set) var uses: [Use]
  package private(set) var sums: [Sum] = []

  static func exact(_ chart: Chart) -> KeyUses {
    KeyUses(uses: [Use](repeating: .exact, count: chart.contextNames.count))
  }

  private init(uses: [Use]) {
    self.uses = uses
  }

  /// `asked`: expressions about the chart that are not part of it.
  init(_ chart: Chart, asked: [Expression]) {
    let readings = KeyReadings(chart, asked: asked)
    uses = chart.contextNames.indices.map { readings.use(of: $0) }
    sums = readings.sums(among: uses.indices.filter { uses[$0] == .exact })
  }

  /// True if all values count.
  var areExact: Bool { sums.isEmpty && uses.allSatisfy { $0 == .exact } }

  /// The values that stand for the values of all keys; `first` are their first values.
  func kept(_ values: [Value], first: [Value]) -> [Value] {
    var kept = values
    for key in kept.indices where uses[key] != .exact {
      kept[key] = self.kept(values[key], key: key, first: first[key])
    }
    for sum in sums {
      var rest: Int64 = 0
      var factor: Int64 = 1
      for term in sum.terms {
        guard case .int(let value) = values[term.key], case .int(let start) = first[term.key] else { return kept }
        rest &+= term.factor &* (value &- start)
        kept[term.key] = first[term.key]
        if term.key == sum.pivot { factor = term.factor }
      }
      if case .int(let start) = first[sum.pivot] { kept[sum.pivot] = .int(start &+ factor &* rest) }
    }
    return kept
  }

  /// The value that stands for a value of a key; `first` is the key's first value.
  private func kept(_ value: Value, key: Int, first: Value) -> Value {
    switch uses[key] {
    case .exact: return value
    case .unread: return first
    case .rising(let limit):
      guard case .int(let number) = value, number > limit else { return value }
      return .int(limit + 1)
    case .falling(let limit):
      guard case .int(let number) = value, number < limit else { return value }
      return .int(limit - 1)
    }
  }
}
