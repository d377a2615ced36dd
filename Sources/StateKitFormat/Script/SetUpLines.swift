/// The lines of a script before its first `:test`: the set-up of every test.
struct SetUpLines: Sendable {
  private(set) var all: [(step: ScriptStep, line: ScriptLine)] = []
  private var bytes = 0
  private(set) var isTooLong = false
  private let isWanted: Bool

  /// The limit on the number of lines and their bytes.
  private static let mostLines = 100_000
  private static let mostBytes = 16 << 20

  /// The limits as text.
  static var limit: String { "\(mostLines) lines or \(mostBytes >> 20) MiB" }

  /// Creates an empty list. `isWanted`: true if a test may follow.
  init(isWanted: Bool) {
    self.isWanted = isWanted
  }

  /// True if lines are kept.
  var isOpen: Bool { isWanted && !isTooLong }

  mutating func removeAll() { self = SetUpLines(isWanted: isWanted) }

  mutating func keep(_ step: ScriptStep, line: ScriptLine) {
    if case .nothing = step { return }
    bytes += line.bytes.count
    if bytes > Self.mostBytes || all.count == Self.mostLines { isTooLong = true }
    if isTooLong { all.removeAll() } else { all.append((step, line)) }
  }
}
