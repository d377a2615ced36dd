internal import StateKitCore
internal import Synchronization

/// The target that a closure chooses. Each target has a handler, whose guard compares the choice with the target.
final class TargetChoice: Sendable {
  private let targets: [Name]
  private let choose: @Sendable (Payload) throws -> String
  /// The choice for the event that each machine handles now.
  private let chosen = Mutex<[ObjectIdentifier?: Name]>([:])

  init(_ targets: [String], choose: @escaping @Sendable (Payload) throws -> String) {
    self.targets = targets.map { Name($0) }
    self.choose = choose
  }

  /// True if a target is chosen. A machine asks for the targets in their order, until one is chosen: the closure is
  /// called for the first.
  func isTaken(_ index: Int, for call: Call) throws -> Bool {
    if index == 0 {
      chosen.withLock { $0[call.machine] = nil }
      let name = Name(try choose(call.payload))
      if !targets.contains(name) { throw UnknownTarget(name: name.text) }
      chosen.withLock { $0[call.machine] = name }
    }
    return chosen.withLock { chosen in
      let isTaken = chosen[call.machine] == targets[index]
      if isTaken || index == targets.count - 1 { chosen[call.machine] = nil }
      return isTaken
    }
  }

  /// A closure chose a target that its handler does not have.
  private struct UnknownTarget: Error, CustomStringConvertible {
    let name: String
    var description: String { "\(DisplayText.quoted(name)) is not one of the targets" }
  }
}
