import CEL
import StateKitCore

/// How a value is compared.
struct ComparedOrder {
  /// The number of payload fields, one of them the value, that are compared with each other: so many values in order
  /// are tried beside each constant. 1 if it is compared with none.
  var peers = 1
  /// True if one is compared with a calculation of others.
  var isCalculated = false
  /// True if it is compared by `<` or the like: texts before, between and behind the constants are tried.
  var isOrdered = false

  mutating func add(_ other: ComparedOrder) {
    peers = max(peers, other.peers)
    isCalculated = isCalculated || other.isCalculated
    isOrdered = isOrdered || other.isOrdered
  }
}

/// The values that a payload is compared with, and the sizes that are asked for.
extension PayloadConstants {
  /// The constants in the conditions that ask for the size of a part of a payload, also as a context key or in a child.
  func sizes(of part: PayloadPart) -> [Value] {
    let meeting = meeting(part)
    // A key or another payload may contain the part beside others: its size is the size of the part only if the part alone
    // is passed on.
    let isPassed = shape(of: part).isSized
    let conditions = isPassed ? meeting.conditions : meeting.direct.keys.sorted()
    var found: [Value] = []
    for number in conditions where mentions[number].asksForSize && found.count < Self.mostConstants {
      found += mentions[number].literals
      add(firstValuesOf: expressions[number].program.slots, to: &found)
    }
    for (expression, mentions) in zip(asked, askedMentions)
    where isPassed && mentions.asksForSize && expression.program.slots.contains(where: meeting.keys.contains) {
      found += mentions.literals
      add(firstValuesOf: expression.program.slots, to: &found)
    }
    for part in meeting.sent where found.count < Self.mostConstants {
      if let child = children[part.chart] { found += child.sizes(of: child.part(part)) }
    }
    return found
  }

  /// How conditions compare a part of a payload, also where a context key has got it.
  func order(of part: PayloadPart) -> ComparedOrder {
    var found = ComparedOrder()
    var peers: Set<[UInt8]> = []
    let meeting = meeting(part)
    func isMine(_ side: ExpressionComparison.Side) -> Bool {
      if let name = side.name, let key = chart.contextSlot(named: name) { return meeting.keys.contains(key) }
      return side.isParameter || side.isPayload && PayloadPart.areEqual(side.field, part.field)
    }
    func isNumber(_ side: ExpressionComparison.Side) -> Bool {
      let key = side.name.flatMap { chart.contextSlot(named: $0) }
      return (side.literal ?? key.map { chart.contextValues[$0] })?.isNumber ?? false
    }
    for number in meeting.conditions {
      for comparison in comparisons[number] where !comparison.isMembership {
        let sides = [comparison.left, comparison.right]
        let isMine = sides.contains(where: isMine)
        found.isOrdered = found.isOrdered || comparison.isOrder && isMine && !sides.contains(where: isNumber)
        if !sides.allSatisfy({ $0.mentionsEvent || $0.isParameter }) { continue }
        let calculated = sides.filter { !$0.isPayload && !$0.isParameter }
        let field = Array((part.field ?? "").utf8)
        if !isMine, !calculated.contains(where: { TextSearch.contains($0.text, wanted: field) }) { continue }
        peers.formUnion(sides.map(\.text))
        found.isCalculated = found.isCalculated || !calculated.isEmpty
      }
    }
    // A third one may be compared in another condition.
    if !peers.isEmpty { found.peers = max(3, min(peers.count, Self.mostPeers)) }
    return found
  }

  private static let mostPeers = 8

  /// The expressions without the payload that a field is compared with, each with true for a membership test. Literals
  /// and keys that are never assigned are constants, and not in the list.
  func comparands(of field: String?, in readers: EventReaders) -> [(text: [UInt8], isMembership: Bool)] {
    let meeting = meeting(PayloadPart(field: field, readers: readers))
    var found: [(text: [UInt8], isMembership: Bool)] = []
    func isMet(_ side: ExpressionComparison.Side, fields: [String?]) -> Bool {
      if let name = side.name, let key = chart.contextSlot(named: name) { return meeting.keys.contains(key) }
      return side.isParameter || side.isPayload && fields.contains { PayloadPart.areEqual($0, side.field) }
    }
    func add(_ comparisons: [ExpressionComparison], fields: [String?]) {
      for comparison in comparisons {
        let (left, right) = (comparison.left, comparison.right)
        let sides = comparison.isMembership ? [(left, right)] : [(left, right), (right, left)]
        for (side, other) in sides where isMet(side, fields: fields) && other.literal == nil && !other.mentionsEvent {
          if found.contains(where: { $0.text == other.text && $0.isMembership == comparison.isMembership }) { continue }
          found.append((other.text, comparison.isMembership))
        }
      }
    }
    for number in meeting.conditions where found.count < Self.mostConstants {
      add(comparisons[number], fields: meeting.direct[number] ?? [])
    }
    for expression in asked where expression.program.slots.contains(where: meeting.keys.contains) {
      add(ExpressionComparison.all(in: Array(expression.text.utf8)), fields: [])
    }
    return found
  }
}
