import StateKitCore

/// What a key of a state means that makes an event here: a reserved key with a slip in it, or a key of another notation
/// (XState, SCXML, JavaScript).
struct KeyHint: Sendable {
  /// What the value of such a key looks like where no handler is meant.
  enum Shape: Sendable {
    case actions
    case states
    case handlers
    case flag
    /// Any value that leads to no state.
    case other
  }

  /// What to write: the fix in a message.
  let fix: String
  let shape: Shape
  /// The reserved key that it nearly is: a warning even where a handler can be meant. Nil: a good name of an event.
  let nearly: ChartKey?

  private init(_ key: ChartKey, _ shape: Shape = .other, warns: Bool = true) {
    fix = "the key here is \"\(key.text)\""
    self.shape = shape
    nearly = warns ? key : nil
  }

  private init(fix: String, _ shape: Shape) {
    self.fix = fix
    self.shape = shape
    nearly = nil
  }

  /// The hint for an event's name; nil for most.
  init?(for name: [UInt8]) {
    var plain: [UInt8] = []
    for byte in name where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      plain.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
    }
    if let (_, key) = Self.lowercase.first(where: { $0.text == plain }) {
      self.init(key, Self.shape(of: key))
    } else if let (_, hint) = Self.foreign.first(where: { $0.text == plain }) {
      self = hint
    } else if let (_, key) = Self.lowercase.first(where: { $0.text.count >= 6 && Self.isOneEdit($0.text, plain) }) {
      self.init(key, Self.shape(of: key))
    } else {
      return nil
    }
  }

  private static let lowercase: [(text: [UInt8], key: ChartKey)] =
    ObjectKind.state.keys.map { (Array($0.text.lowercased().utf8), $0) }

  private static func shape(of key: ChartKey) -> Shape {
    switch key {
    case .enterState, .exitState: .actions
    case .subStates: .states
    default: .other
    }
  }

  private static let foreign: [(text: [UInt8], hint: KeyHint)] = {
    let handlers = KeyHint(fix: "a handler stands under the name of its event: \"EVENT\": \"STATE\"", .handlers)
    let rows: [(words: String, hint: KeyHint)] = [
      ("onentry onenter onenterstate entrystate entryactions", KeyHint(.enterState, .actions)),
      ("entry enter", KeyHint(.enterState, .actions, warns: false)),
      ("onexit onexitstate exitactions", KeyHint(.exitState, .actions)),
      ("exit leave onleave", KeyHint(.exitState, .actions, warns: false)),
      ("states", KeyHint(.subStates, .states)),
      ("children", KeyHint(.subStates, .states, warns: false)),
      ("initialstate", KeyHint(.initial)), ("invokes", KeyHint(.invoke)), ("eventless", KeyHint(.always)),
      ("transitions transition handlers", handlers),
      ("parallel", KeyHint(fix: "write \"type\": \"parallel\"", .flag)),
      ("final", KeyHint(fix: "write \"type\": \"final\"", .flag)),
      ("guard cond condition", KeyHint(fix: inHandler("\"guard\": …"), .other)),
      ("actions action", KeyHint(fix: inHandler("\"actions\": …"), .actions)),
      ("reenter", KeyHint(fix: inHandler("\"reenter\": true"), .flag)),
    ]
    return rows.flatMap { row in row.words.split(separator: " ").map { (Array($0.utf8), row.hint) } }
  }()

  private static func inHandler(_ part: String) -> String {
    "it belongs in a handler: \"EVENT\": {\"target\": \"STATE\", \(part)}"
  }

  /// Whether one letter inserted, dropped, replaced or swapped with its neighbour makes one of the other.
  private static func isOneEdit(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard abs(a.count - b.count) <= 1 else { return false }
    var start = 0
    while start < a.count, start < b.count, a[start] == b[start] { start += 1 }
    var tail = 0
    while tail < min(a.count, b.count) - start, a[a.count - 1 - tail] == b[b.count - 1 - tail] { tail += 1 }
    let (left, right) = (a[start..<a.count - tail], b[start..<b.count - tail])
    if max(left.count, right.count) <= 1 { return true }
    return left.count == 2 && right.count == 2 && left.elementsEqual(right.reversed())
  }
}
