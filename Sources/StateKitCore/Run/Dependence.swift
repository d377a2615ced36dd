/// What the course of a macrostep depends on, or changes, beside what it begins with: the configuration, the recorded
/// history, the event, the answers that the data gave on the way (`DataAccess`), and the timers of the states that were exited
/// and entered (`TimerChange`).
///
/// A macrostep with an empty dependence goes the same way again whenever it begins in the same way and the data gives the
/// same answers: then, and only then, it can be replayed without the machine (`MacrostepRecord.isReplayable`).
package struct Dependence: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Values of the context or of an event that were read or set in a way that no `DataAccess` describes.
  package static let data = Dependence(rawValue: 1)
  /// The clock, timers that fired, or delayed sends. The `after` timers of states are noted one by one (`TimerChange`).
  package static let timers = Dependence(rawValue: 2)
  /// Other machines: something was sent to one, or one was started or stopped.
  package static let machines = Dependence(rawValue: 4)
  /// An error that was reported or an event that was rejected: it is shown each time.
  package static let reports = Dependence(rawValue: 8)
  /// Something that does not declare what it depends on.
  package static let undeclared = Dependence(rawValue: 16)
  /// An answer of the host, which may be another one the next time.
  package static let host = Dependence(rawValue: 32)
}

/// Something that can happen in a macrostep, and that declares what it depends on: a kind of action, a source of events.
package protocol MacrostepPart {
  var dependence: Dependence { get }
}

extension MacrostepPart {
  /// Whatever does not declare its dependence makes the macrostep unfit to be replayed.
  package var dependence: Dependence { .undeclared }
}

extension Action: MacrostepPart {
  /// What the action itself depends on; its expressions are noted one by one as they are evaluated.
  package var dependence: Dependence {
    switch self {
    case .call, .log, .assign, .raise, .goTo, .unless, .skip, .block, .forEach: []
    case .send(_, _, let delay, _, let to): delay.dependence.union(to == nil ? [] : .machines)
    case .cancel: .timers
    }
  }
}

extension DelayText: MacrostepPart {
  package var dependence: Dependence {
    switch self {
    case .milliseconds(0): []
    case .milliseconds, .named, .text: .timers
    }
  }
}

extension Event.Origin: MacrostepPart {
  package var dependence: Dependence {
    switch self {
    // What the event follows from is a part of the macrostep, or what it begins with.
    case .external, .internal, .platform, .failure: []
    }
  }
}

extension TimerQueue.Payload: MacrostepPart {
  package var dependence: Dependence {
    switch self {
    case .after, .send: .timers
    }
  }
}
