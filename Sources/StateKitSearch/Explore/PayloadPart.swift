import StateKitCore

/// A field of the payload of an event with these readers; a nil field is the whole payload.
struct PayloadPart: Equatable {
  let field: String?
  let readers: EventReaders

  static func == (one: PayloadPart, other: PayloadPart) -> Bool {
    areEqual(one.field, other.field) && one.readers.handlers == other.readers.handlers
  }

  static func areEqual(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.utf8.elementsEqual(other.utf8)
  }
}

extension Action {
  /// The expressions that it uses, by their entries of `Chart.expressions`.
  var expressions: [Int] {
    switch self {
    case .call(_, let data): data?.expressions ?? []
    case .log(let text), .cancel(let text): text.expressions
    case .assign(_, let data): data.expressions
    case .raise(let event, let data): event.expressions + (data?.expressions ?? [])
    case .send(let event, let data, let delay, let id, let receiver):
      event.expressions + (data?.expressions ?? []) + delay.expressions + (id?.expressions ?? [])
        + (receiver?.expressions ?? [])
    case .unless(let condition, _): [Int(condition)]
    case .forEach(let list, _, _, _): [Int(list)]
    case .goTo, .skip, .block: []
    }
  }
}

extension EventText {
  fileprivate var expressions: [Int] {
    if case .text(let text) = self { text.expressions } else { [] }
  }
}

extension DelayText {
  fileprivate var expressions: [Int] {
    if case .text(let text, _) = self { text.expressions } else { [] }
  }
}

extension TextTemplate {
  fileprivate var expressions: [Int] {
    parts.compactMap { if case .expression(let number) = $0 { Int(number) } else { nil } }
  }
}

extension DataTemplate {
  var expressions: [Int] {
    steps.compactMap { if case .expression(let number) = $0 { Int(number) } else { nil } }
  }

  /// The expressions that are the whole value, or a member of the map that it is.
  var members: [(expression: Int, name: String?)] {
    if case .expression(let number)? = onlyStep { return [(Int(number), nil)] }
    guard case .map(let names)? = steps.last, steps.count == names.count + 1 else { return [] }
    return zip(steps, names).compactMap { step, name in
      if case .expression(let number) = step { (Int(number), name) } else { nil }
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
