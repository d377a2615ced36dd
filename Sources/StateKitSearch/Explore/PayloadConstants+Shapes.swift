import CEL
import StateKitCore

/// How a chart uses payloads.
extension PayloadConstants {
  /// How expressions that see an event use a part of its payload, also where a context key, a loop or another event has
  /// got it.
  func shape(of part: PayloadPart) -> PayloadShape {
    var known: [PayloadPart] = []
    return shape(of: part, depth: 0, known: &known)
  }

  /// Payloads that get a payload through more events than this are not looked at.
  private static let deepest = 8
  private static let mostKnown = 100

  /// `known`: the payloads that were looked at. `depth` bounds the recursion.
  private func shape(of part: PayloadPart, depth: Int, known: inout [PayloadPart]) -> PayloadShape {
    var found = PayloadShape()
    func add(_ payload: PayloadShape) {
      let use = if let field = part.field { payload.field(field) } else { payload as PayloadShape? }
      if let use { found.add(use) }
    }
    let mentioned = mentioning(part)
    for number in mentioned {
      add(mentions[number].payload)
      for target in targets[number] ?? [] { mentions[number].payload(passedAs: shape(of: target)).map(add) }
      if let actions = loops[number] {
        let list = PayloadShape(elements: shape(ofElementsIn: actions))
        // The parts of a computed list are lists.
        if let payload = mentions[number].payload(passedAs: list) { add(payload) } else { found.add(list) }
      }
    }
    if depth == Self.deepest { return found }
    let wholes = part.field == nil ? [] : wholePasses.filter { sees($0, part) }
    for number in mentioned + wholes {
      for next in raised[number] ?? [] {
        let next = PayloadPart(field: next.field, readers: next.readers, isDeep: next.field == nil)
        if known.count == Self.mostKnown || known.contains(next) { continue }
        known.append(next)
        let use = shape(of: next, depth: depth + 1, known: &known)
        mentions[number].payload(passedAs: use).map(add)
      }
      for next in sent[number] ?? [] {
        guard let child = children[next.chart] else { continue }
        var next = child.part(next)
        next.isDeep = next.field == nil
        mentions[number].payload(passedAs: child.shape(of: next)).map(add)
      }
    }
    return found
  }

  /// How expressions use a part of the context.
  private func shape(of part: ContextPart) -> PayloadShape {
    var found = PayloadShape()
    let name = chart.contextNames[part.key]
    for mentions in readers[part.key].prefix(Self.mostFollowed).map({ self.mentions[$0] }) + askedMentions {
      let key = mentions.variables.field(name)
      if let use = part.path.reduce(key, { use, name in name.map { use?.field($0) } ?? use?.element }) {
        found.add(use)
      }
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
