import CEL
import StateKitCore

/// How a chart uses payloads.
extension PayloadConstants {
  /// How expressions that see an event use a field of its payload, also where a context key or a loop has got it; a nil
  /// field is the whole payload.
  func shape(of field: String?, in readers: EventReaders) -> PayloadShape {
    var found = PayloadShape()
    func add(_ payload: PayloadShape) {
      let part = if let field { payload.field(field) } else { payload as PayloadShape? }
      if let part { found.add(part) }
    }
    for number in mentioning(PayloadPart(field: field, readers: readers)) {
      add(mentions[number].payload)
      for key in targets[number] ?? [] { mentions[number].payload(passedAs: shape(ofKey: key)).map(add) }
      if let actions = loops[number] {
        let list = PayloadShape(elements: shape(ofElementsIn: actions))
        // The parts of a computed list are lists.
        if let payload = mentions[number].payload(passedAs: list) { add(payload) } else { found.add(list) }
      }
    }
    return found
  }

  /// How expressions use a context key.
  private func shape(ofKey key: Int) -> PayloadShape {
    var found = PayloadShape()
    let name = chart.contextNames[key]
    for number in readers[key].prefix(Self.mostFollowed) {
      if let use = mentions[number].variables.field(name) { found.add(use) }
    }
    return found
  }

  /// How the actions of a loop use an element. All names but those of context keys count: a chart does not keep the
  /// names of its loops.
  private func shape(ofElementsIn actions: Range<Int>) -> PayloadShape {
    var found = PayloadShape()
    for number in Set(actions.flatMap { chart.actions[$0].expressions }).sorted() {
      for (name, shape) in mentions[Int(number)].variables.fields where chart.contextSlot(named: name) == nil {
        found.add(shape)
      }
    }
    return found
  }
}
