internal import StateKitCore

/// An error of a step that no handler of the chart handled.
public struct StepError: Error, Sendable, CustomStringConvertible {
  /// The fact.
  public let message: String
  /// The stable code, for example `run-error`; `statekit explain CODE` describes it.
  public let code: String
  /// The position in the chart's file or, for a chart in code, in the Swift source; nil for an error without one.
  public let position: Position?
  /// The error that a closure threw; nil for an error of the chart.
  public let underlying: (any Error)?

  /// A position in a file.
  public struct Position: Sendable, Hashable, CustomStringConvertible {
    /// The name of the file or, for a chart in code, the `#fileID` of the Swift source.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int

    /// `door.json:12:26`
    public var description: String { "\(file):\(line):\(column)" }
  }

  init(_ message: String) {
    self.init(Machine.Fault(message), position: nil, underlying: nil)
  }

  init(_ fault: Machine.Fault, position: Position?, underlying: (any Error)?) {
    message = fault.message
    code = fault.code.rawValue
    self.position = position
    self.underlying = underlying
  }

  /// The message, with its position.
  public var description: String { message + (position.map { " (\($0))" } ?? "") }
}

extension StepError: Hashable {
  /// True if the messages, codes and positions are equal.
  public static func == (a: StepError, b: StepError) -> Bool {
    a.message == b.message && a.code == b.code && a.position == b.position
  }

  /// Hashes the message, the code and the position.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(code)
    hasher.combine(position)
  }
}
