/// The factors on which the course of a macrostep depends, or which it changes, beside its initial state. The initial
/// state is the configuration, the recorded history, the event, the answers of the data (`DataAccess`), and the timers
/// of the exited and entered states (`TimerChange`).
///
/// A macrostep with an empty dependence takes an equal course whenever its initial state is equal and the data give
/// equal answers. Then, and only then, it can be replayed without the machine (`MacrostepRecord.isReplayable`).
package struct Dependence: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Values of the context or of an event that were read or set without a `DataAccess`.
  package static let data = Dependence(rawValue: 1)
  /// The clock, timers that fired, or delayed sends. The `after` timers of states are recorded one by one
  /// (`TimerChange`).
  package static let timers = Dependence(rawValue: 2)
  /// Other machines: a message was sent to one, or one was started or stopped.
  package static let machines = Dependence(rawValue: 4)
  /// A reported error or a rejected event, which is shown each time.
  package static let reports = Dependence(rawValue: 8)
  /// Parts that were not recorded.
  package static let unrecorded = Dependence(rawValue: 16)
  /// An answer of the host, which may differ the next time.
  package static let host = Dependence(rawValue: 32)
}

extension Action {
  /// The dependence of the action itself; its expressions are recorded separately when they are evaluated.
  var dependence: Dependence {
    switch self {
    case .call, .log, .assign, .raise, .goTo, .unless, .skip, .block, .forEach: []
    case .send(_, _, let delay, _, let to): delay.dependence.union(to == nil ? [] : .machines)
    case .cancel: .timers
    }
  }
}

extension DelayText {
  fileprivate var dependence: Dependence {
    switch self {
    case .milliseconds(0): []
    case .milliseconds, .named, .text: .timers
    }
  }
}
