internal import CEL
internal import StateKitCore

/// A timer of a machine that has not fired.
public struct RunningTimer: Sendable, Hashable {
  /// The child whose timer it is: the ids of the children on the way, joined by dots; nil for a timer of the machine
  /// itself.
  public let child: String?
  /// The full path of the state whose timer it is; nil for a delayed event.
  public let state: String?
  /// The delayed event; nil for the timer of a state.
  public let event: String?
  /// The time until it fires.
  public let left: Swift.Duration
}

/// A host invocation that has not ended.
public struct RunningInvocation: Sendable, Hashable {
  /// The id, with those of the children on the way: `CHILD.ID`.
  public let id: String
  /// The source that does the work.
  public let source: String
  /// The full path of the state that invokes it.
  public let state: String
  /// The input, evaluated with the current context; null without one.
  public let input: Payload
}

/// A handler of an active state: what can happen next.
public struct Handler: Sendable, Hashable {
  /// The name of the event, or the pattern of events, such as `door.*`.
  public let event: String
  /// The full path of the state that has the handler.
  public let state: String
  /// The guard as the chart has it; nil without a guard.
  public let guardText: String?
  /// The full paths of the states that the handler leads to; empty for a handler that only acts.
  public let targets: [String]
}

extension Statechart {
  /// The running timers in the order in which they fire, those of children included.
  public var timers: [RunningTimer] {
    look { machine in
      machine.allPendingTimers.map { timer, chart, path in
        RunningTimer(
          child: path.isEmpty ? nil : path.joined(separator: "."), state: timer.after.map { chart.path($0.state) },
          event: timer.sentEvent(in: chart), left: max(.zero, .milliseconds(timer.remaining) - fraction))
      }
    }
  }

  /// The running host invocations in the order of their starts, those of children included.
  ///
  /// ```swift
  /// for work in restored.invocations { loader.begin(work.id, work.input) }
  /// ```
  public var invocations: [RunningInvocation] {
    look { machine in
      machine.allRunningWork.map { work in
        RunningInvocation(
          id: (work.path + [work.id]).joined(separator: "."), source: work.source, state: work.state,
          input: Payload(machine.input(of: work)))
      }
    }
  }

  /// The handlers of the active states and their ancestors: the states that can be reached from here with an event. They
  /// are in the order of the chart's events, then of its patterns; empty when the machine is finished.
  ///
  /// ```swift
  /// for handler in machine.handlers { menu.add(handler.event, to: handler.targets) }
  /// ```
  public var handlers: [Handler] {
    look { machine in
      let chart = machine.chart
      let leaves = machine.isFinished ? [] : machine.configuration.leaves
      return (chart.handlers(in: leaves) + chart.patternHandlers(in: leaves)).map { event, handler in
        Handler(
          event: event, state: chart.path(handler.state),
          guardText: handler.condition < 0 ? nil : chart.written(expression: handler.condition),
          targets: chart.targets[handler.targets.indices].map { chart.path($0) })
      }
    }
  }

  /// The call for a restored invocation that begins again. Its input is evaluated with the current context.
  func call(for invocation: RunningInvocation) -> Call {
    look { machine in
      let work = machine.allRunningWork.first {
        ($0.path + [$0.id]).joined(separator: ".").utf8.elementsEqual(invocation.id.utf8)
      }
      guard let work else { return Call(Call.Facts(action: invocation.source), payload: .null) }
      return Call(work, input: machine.input(of: work), in: machine)
    }
    .sending(to: ownHost.mailbox)
  }
}
