import CEL
import StateKitCore

/// The children that an event may reach, and the ends of their host work.
extension InputCandidates {
  /// Adds the ends of host work of children, which lines name by the ids of the children.
  mutating func addChildEnds(_ choice: Choice, comparesShown: Bool, isOver: () -> Bool) {
    guard let family = chart.family else { return }
    for member in 0...family.members.count {
      let works = chart.relative(member).hostWork
      if works.isEmpty || isOver() { continue }
      let constants = PayloadConstants(
        chart, member: member, answered: choice.answered, comparesShown: comparesShown)
      for work in works {
        for name in EventType.invocationEnds.map({ $0 + work }) {
          if !choice.includes(name) {
            omitted.append(name)
            continue
          }
          let given = choice.payloads.first { $0.event.utf8.elementsEqual(name.utf8) }?.values
          let receiver = Receiver(constants)
          let source = StateCandidates(
            name, sent: name, ending: (work, given), in: receiver, uses: PayloadUses(name, receivers: [receiver]))
          note(Array(source.fixedPayloads.prefix(Self.mostPayloads)), of: name, isSampled: true)
          sources.append(source)
        }
      }
    }
  }

  /// A chart that an event may reach, and the event's name there.
  struct Receiver {
    let constants: PayloadConstants
    /// nil: the original name.
    let name: String?
    var chart: Chart { constants.chart }

    init(_ constants: PayloadConstants, name: String? = nil) {
      self.constants = constants
      self.name = name
    }
  }

  /// Children to which a chart sends the payload of an event unchanged.
  static func passedOn(_ handlers: [Int], by chart: Chart, answered: HostAnswers?) -> [Receiver] {
    guard let family = chart.family else { return [] }
    var found: [Receiver] = []
    for handler in handlers {
      for action in chart.handlers[handler].actions.indices {
        guard case .send(let event, let data?, _, _, .some) = chart.actions[action],
          case .expression(let index)? = data.onlyStep,
          chart.expressions[Int(index)].text.utf8.elementsEqual("event.data".utf8)
        else { continue }
        guard let sent = chart.literal(event) else { continue }
        for (index, member) in family.members.enumerated()
        where member.chart.event(named: sent.utf8Bytes.span) != nil {
          found.append(Receiver(PayloadConstants(chart, member: index + 1, answered: answered), name: sent))
        }
      }
    }
    return found
  }
}
