import CEL
import StateKitCore

/// A field of the payload of an event with these readers; a nil field is the whole payload.
struct PayloadPart: Equatable {
  let field: String?
  let readers: EventReaders
  /// True for a whole payload with all its fields.
  var isDeep = false

  static func == (one: PayloadPart, other: PayloadPart) -> Bool {
    areEqual(one.field, other.field) && one.isDeep == other.isDeep && one.readers.handlers == other.readers.handlers
  }

  static func areEqual(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.utf8.elementsEqual(other.utf8)
  }
}

/// A key of the context, or a part of its value.
struct ContextPart {
  let key: Int
  /// The names of fields from the key on; nil for the elements of a list.
  let path: [String?]

  /// Deeper parts are not followed (`PayloadShape`).
  private static let deepest = 9

  /// The parts that get the values of the expressions in a template that is assigned to a path.
  static func parts(
    _ template: DataTemplate, of key: Int, path: [String]
  ) -> [(expression: Int, part: ContextPart)] {
    var found: [(expression: Int, part: ContextPart)] = []
    // The steps of a value come after those of its parts.
    var open: [[String?]] = [path.dropFirst().map { $0 }]
    for step in template.steps.reversed() {
      guard let path = open.popLast() else { break }
      func inner(_ name: String?) -> [String?] { path.count < deepest ? path + [name] : path }
      switch step {
      case .literal: continue
      case .expression(let number): found.append((Int(number), ContextPart(key: key, path: path)))
      case .list(let count): open += [[String?]](repeating: inner(nil), count: count)
      case .map(let names): open += names.map { inner($0) }
      }
    }
    return found.reversed()
  }
}

/// The payload of an event that a child gets, or a field of it.
struct ChildPart: Hashable {
  /// The index of the child's chart in the family.
  let chart: Int
  let event: String
  let field: String?
  var isDeep = false

  /// The parts that get the data of an event which the chart `member` sends to another machine, with the expressions of
  /// their values. All its children count, because their ids may be computed.
  static func parts(
    _ event: EventText, data: DataTemplate, by member: Int, in first: Chart
  ) -> [(expression: Int, part: ChildPart)] {
    guard let family = first.family, let name = first.relative(member).literal(event) else { return [] }
    var charts: [Int] = []
    for (number, invocation) in first.relative(member).invocations.enumerated() {
      guard case .chart = invocation.work else { continue }
      let chart = family.chart(invokedBy: member, invocation: number)
      if !charts.contains(chart), first.relative(chart).event(named: name.utf8Bytes.span) != nil {
        charts.append(chart)
      }
    }
    return charts.flatMap { chart in
      data.members.map { (expression: $0.expression, part: ChildPart(chart: chart, event: name, field: $0.name)) }
    }
  }
}

extension Invocation {
  /// The expressions of its input.
  var inputExpressions: [Int] {
    switch work {
    case .chart(_, let input, _): input.flatMap(\.value.expressions)
    case .host(_, let input): input?.expressions ?? []
    }
  }
}
