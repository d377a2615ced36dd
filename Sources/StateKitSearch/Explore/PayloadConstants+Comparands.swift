import CEL
import StateKitCore

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
      add(firstValuesOf: chart.expressions[number].program.slots, to: &found)
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
