import CEL
import StateKitCore

/// The children that an event may reach.
extension InputCandidates {
  /// The chart, and the charts of children that receive its events, each once, by their indices in the family.
  static func receivers(of chart: Chart) -> [Int] {
    guard let family = chart.family else { return [0] }
    var found = [0]
    var next = 0
    while next < found.count {
      let index = found[next]
      next += 1
      for (number, invocation) in chart.relative(index).invocations.enumerated() where invocation.forwards {
        let child = family.chart(invokedBy: index, invocation: number)
        if !found.contains(child) { found.append(child) }
      }
    }
    return found
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
  static func passedOn(_ handlers: [Int], by chart: Chart) -> [Receiver] {
    guard let family = chart.family else { return [] }
    var found: [Receiver] = []
    for handler in handlers {
      for action in chart.handlers[handler].actions.indices {
        guard case .send(let event, let data?, _, _, .some) = chart.actions[action],
          case .expression(let index)? = data.onlyStep,
          chart.expressions[Int(index)].text.utf8.elementsEqual("event.data".utf8)
        else { continue }
        let name: String? =
          switch event {
          case .event(let id): chart.names.text(chart.eventNames[id.index])
          case .text(let template): template.literal
          }
        guard let sent = name else { continue }
        for (index, member) in family.members.enumerated()
        where member.chart.event(named: sent.utf8Bytes.span) != nil {
          found.append(Receiver(PayloadConstants(chart, member: index + 1), name: sent))
        }
      }
    }
    return found
  }
}
