extension Action {
  /// The expressions that it uses, by their entries of `Chart.expressions`.
  package var expressions: [Int] {
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
  package var expressions: [Int] {
    steps.compactMap { if case .expression(let number) = $0 { Int(number) } else { nil } }
  }

  /// The expressions that are the whole value, or a member of the map that it is.
  package var members: [(expression: Int, name: String?)] {
    if case .expression(let number)? = onlyStep { return [(Int(number), nil)] }
    guard case .map(let names)? = steps.last, steps.count == names.count + 1 else { return [] }
    return zip(steps, names).compactMap { step, name in
      if case .expression(let number) = step { (Int(number), name) } else { nil }
    }
  }
}
