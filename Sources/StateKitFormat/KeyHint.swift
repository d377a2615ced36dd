import StateKitCore

/// A hint for a state's key that is an event here but probably means something else: a misspelt reserved key, or a key
/// of another notation (XState, SCXML, JavaScript).
struct KeyHint: Sendable {
  /// The form of the key's value if no handler is meant.
  enum Shape: Sendable {
    case actions
    case states
    case handlers
    case flag
    /// An object of values.
    case data
    /// A text that is no state.
    case text
    /// Work of the host or a child.
    case work
    /// Any value that is no target.
    case other
  }

  /// The fix in a message.
  let fix: String
  let shape: Shape
  /// The reserved key that it resembles: reported even if a handler may be meant. Nil for a valid event name.
  let nearly: ChartKey?
  /// The intended key, if it replaces the name without other changes.
  private let key: ChartKey?

  /// The key as a replacement for a name; not certain for a type that does not exist here. `value`: the text behind it.
  func synonym(of name: String, value: String?) -> Fix? {
    let isKnown = key != .type || value.map { ["parallel", "final", "history"].contains($0) } ?? true
    return key.map {
      Fix(name, to: $0.text, isCertain: isKnown, help: isKnown ? fix : value.flatMap(ForeignKind.help) ?? fix)
    }
  }

  private init(_ key: ChartKey, _ shape: Shape = .other, warns: Bool = true) {
    fix = "use \"\(key.text)\""
    self.shape = shape
    nearly = warns ? key : nil
    self.key = key
  }

  private init(fix: String, _ shape: Shape) {
    self.fix = fix
    self.shape = shape
    nearly = nil
    key = nil
  }

  /// The hint for an event's name; nil for most. No table is built, because every run asks for it.
  init?(for name: [UInt8]) {
    var plain: [UInt8] = []
    plain.reserveCapacity(name.count)
    var others = 0
    for byte in name where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      plain.append(Self.lowercase(byte))
      if !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= Self.lowercase(byte)) { others += 1 }
    }
    // Words consist of letters, and one mistake adds at most one other byte: most generated names have more.
    if others > 1, plain != Array("//".utf8) { return nil }
    if let key = Self.reserved(where: { $0.count == plain.count && Self.start($0, name: plain) == plain.count }) {
      self.init(key, Self.shape(of: key))
    } else if let hint = Self.foreign(String(decoding: plain, as: UTF8.self)) {
      self = hint
    } else if plain.count >= 5, let key = Self.reserved(where: { Self.isOneEdit($0, name: plain) }) {
      self.init(key, Self.shape(of: key))
    } else {
      return nil
    }
  }

  /// The key of the top level of which a name is a slip, if its value declares names that others use.
  static func declaring(_ name: [UInt8]) -> ChartKey? {
    if name.elementsEqual("conditions".utf8) { return .guards }
    let plain = name.map { lowercase($0) }
    return [.context, .guards].first { (key: ChartKey) in isOneEdit(key.text.utf8, name: plain) }
  }

  /// The first reserved key of states whose name fits.
  private static func reserved(where fits: (String.UTF8View) -> Bool) -> ChartKey? {
    for number in 0...ChartKey.meta.rawValue {
      if let key = ChartKey(rawValue: number), fits(key.text.utf8) { return key }
    }
    return nil
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  private static func shape(of key: ChartKey) -> Shape {
    switch key {
    case .enterState, .exitState: .actions
    case .subStates: .states
    case .on: .handlers
    case .invoke: .work
    default: .other
    }
  }

  /// The meaning of a word of another notation, in lower case and without `_`, `-` and spaces.
  private static func foreign(_ word: String) -> KeyHint? {
    switch word {
    case "onentry", "onenter", "onenterstate", "entrystate", "entryactions": KeyHint(.enterState, .actions)
    case "entry", "enter": KeyHint(.enterState, .actions, warns: false)
    case "onexit", "onexitstate", "exitactions": KeyHint(.exitState, .actions)
    case "exit", "leave", "onleave": KeyHint(.exitState, .actions, warns: false)
    case "willenter", "didenter", "willenterstate", "didenterstate", "beforeenter", "afterenter":
      KeyHint(fix: "use \"enterState\", whose actions run when the state is entered", .actions)
    case "willexit", "didexit", "willexitstate", "didexitstate", "beforeexit", "afterexit":
      KeyHint(fix: "use \"exitState\", whose actions run when the state is exited", .actions)
    case "before":
      KeyHint(fix: inHandler("\"actions\": [\"first\", {\"goToState\": \"STATE\"}]", target: false), .handlers)
    case "isfinal": KeyHint(fix: "write \"type\": \"final\"", .flag)
    case "isinitial", "isdefault", "default":
      KeyHint(fix: "name the first state in the state around it: \"initial\": \"NAME\"", .flag)
    case "isparallel": KeyHint(fix: "write \"type\": \"parallel\"", .flag)
    case "states": KeyHint(.subStates, .states)
    case "regions": KeyHint(fix: "use \"subStates\", with \"type\": \"parallel\" beside it", .states)
    case "children", "nodes", "state": KeyHint(.subStates, .states, warns: false)
    case "initialstate", "defaultstate", "startstate", "initialsubstate", "startat": KeyHint(.initial)
    case "stateenter", "statedidenter", "enterblock": KeyHint(.enterState, .actions)
    case "stateexit", "statedidexit", "exitblock", "leavestate", "onleavestate": KeyHint(.exitState, .actions)
    case "invokes": KeyHint(.invoke, .work)
    case "context", "events", "internalevents", "invariants", "guards":
      KeyHint(fix: "write \"\(word)\" at the top level, beside \"root\"", .handlers)
    case "data", "datamodel", "variables", "vars", "constants", "extendedstate", "ctx", "initialcontext":
      KeyHint(
        fix: "write the data of the chart at the top level: \"context\": {…}; a final state has its \"output\"", .data)
    case "comment", "comments", "$comment", "#", "//", "note", "notes", "remark", "title", "label", "name", "text",
      "key":
      KeyHint(fix: "write a text for people as \"description\"", .other)
    case "donedata", "outputs": KeyHint(.output, .handlers, warns: false)
    case "deep", "isdeep": KeyHint(fix: "write \"history\": \"deep\"", .flag)
    case "id": KeyHint(fix: "use the key in \"subStates\" as the name of the state", .text)
    case "eventless": KeyHint(.always)
    case "transitions", "transition", "handlers":
      KeyHint(fix: "write a handler under the name of its event: \"EVENT\": \"STATE\"", .handlers)
    case "parallel": KeyHint(fix: "write \"type\": \"parallel\"", .flag)
    case "final", "end", "terminal", "isend": KeyHint(fix: "write \"type\": \"final\"", .flag)
    case "seconds", "timeoutseconds": KeyHint(fix: "write a time as a key of \"after\": {\"5s\": \"STATE\"}", .flag)
    case "activities": KeyHint(fix: "write work of the host as \"invoke\": {\"src\": \"NAME\"}", .other)
    case "choices":
      KeyHint(fix: "write \"always\": [{\"guard\": \"…\", \"target\": \"STATE\"}, \"STATE\"]", .handlers)
    case "guard", "cond", "condition": KeyHint(fix: inHandler("\"guard\": …"), .other)
    case "actions", "action": KeyHint(fix: inHandler("\"actions\": …"), .actions)
    case "reenter": KeyHint(fix: inHandler("\"reenter\": true"), .flag)
    default: nil
    }
  }

  private static func inHandler(_ part: String, target: Bool = true) -> String {
    "write it in a handler: \"EVENT\": {\(target ? "\"target\": \"STATE\", " : "")\(part)}"
  }

  /// True if one inserted, dropped, replaced or swapped letter turns a lower-case name into a long key.
  private static func isOneEdit(_ key: String.UTF8View, name: [UInt8]) -> Bool {
    guard key.count >= 6, abs(key.count - name.count) <= 1 else { return false }
    let start = start(key, name: name)
    let shorter = min(key.count, name.count)
    var (end, last) = (0, key.endIndex)
    while end < shorter - start {
      key.formIndex(before: &last)
      if lowercase(key[last]) != name[name.count - 1 - end] { break }
      end += 1
    }
    let (left, right) = (key.count - start - end, name.count - start - end)
    if max(left, right) <= 1 { return true }
    guard left == 2, right == 2 else { return false }
    let first = key.index(key.startIndex, offsetBy: start)
    return lowercase(key[first]) == name[start + 1] && lowercase(key[key.index(after: first)]) == name[start]
  }

  /// The length of the common prefix of a lower-case key and a name, in bytes.
  private static func start(_ key: String.UTF8View, name: [UInt8]) -> Int {
    var count = 0
    for byte in key {
      if count == name.count || lowercase(byte) != name[count] { break }
      count += 1
    }
    return count
  }
}
