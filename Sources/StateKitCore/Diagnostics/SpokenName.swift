import CEL

/// Names that contain more than a name: calls, arrows, and verbs with objects, as in other notations.
package enum SpokenName {
  /// The replacement for a host action that is written as code; nil for a plain name.
  package static func help(forAction text: String) -> String? {
    let (head, rest) = parts(of: text)
    if let verb = verb(head) {
      let object = rest.trimmed
      if !object.isEmpty { return "write {\"\(verb)\": \(value(object, of: verb))}" }
    }
    if let (name, argument) = call(text) {
      if argument.isEmpty { return "write \(DisplayText.string(name))" }
      return "write {\"call\": \(DisplayText.string(name)), \"data\": \(DisplayText.string(argument))}"
    }
    if let (path, value) = assignment(text) {
      return "write {\"assign\": {\(DisplayText.string(path)): \(DisplayText.string(value))}}"
    }
    return nil
  }

  /// The replacement for the name of a host guard that is written as code; nil for a plain name.
  package static func help(forGuard text: String) -> String? {
    let signs = ["=>", "===", "==", "!=", "&&", "||", "<", ">", "function", "return "]
    guard signs.contains(where: { text.utf8.includes($0.utf8) }) else { return nil }
    return "a function has no form in JSON: give it a name, or write a statekit chart, whose guards are expressions"
  }

  private static let after = "after "
  package static let onError = "onError"

  /// True if an event's name contains an arrow, the end of a call or a time, or is `onError`: `help(forEvent:)` looks for
  /// these. Nearly no name does.
  package static func maySayMore(_ name: ArraySlice<UInt8>) -> Bool {
    name.last == UInt8(ascii: ")") || name.contains { $0 == UInt8(ascii: ">") || $0 == 0x92 }
      || name.starts(with: after.utf8) || name.elementsEqual(onError.utf8)
  }

  /// The replacement for an event's name that contains a target or a payload; nil for a plain name.
  package static func help(forEvent text: String) -> String? {
    for arrow in ["=>", "->", "→"] {
      guard let range = text.utf8.firstOccurrence(of: arrow.utf8) else { continue }
      let (event, target) = (String(text[..<range.lowerBound]).trimmed, String(text[range.upperBound...]).trimmed)
      if event.isEmpty || target.isEmpty { continue }
      return "write \(DisplayText.string(event)): \(DisplayText.string(target))"
    }
    if text == onError {
      return "write the event of the failure: \"error.invoke.ID\" of a child, \"error.execution\" of an expression"
    }
    if text.utf8.starts(with: after.utf8) {
      let time = String(Substring(text.utf8.dropFirst(after.utf8.count)))
      let isTime = (try? Delay.parse(time.utf8Bytes.span)) != nil
      return (isTime ? time : Delay.spelled(time)).map(timer)
    }
    guard let (name, argument) = call(text) else { return nil }
    if name == "after", !argument.isEmpty {
      return timer(Delay.spelled(String(argument.map { $0 == "," ? " " : $0 })) ?? "5s")
    }
    return argument.isEmpty
      ? "write the name of the event alone: \(DisplayText.string(name))"
      : "write the name of the event alone: \(DisplayText.string(name)); its payload is event.data"
  }

  private static func timer(_ time: String) -> String {
    "write a time as a key of \"after\": {\"\(time)\": \"STATE\"}"
  }

  /// `name()` or `name(argument)`.
  private static func call(_ text: String) -> (name: String, argument: String)? {
    guard text.utf8.last == UInt8(ascii: ")"), let open = text.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let name = String(text[..<open])
    guard isWord(name) else { return nil }
    return (name, String(text[text.utf8.index(after: open)...].dropLast()).trimmed)
  }

  /// `path = value`, `path += value`
  private static func assignment(_ text: String) -> (path: String, value: String)? {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")), !text.utf8.contains(UInt8(ascii: "\"")) else {
      return nil
    }
    var path = String(text[..<sign])
    let value = String(text[text.utf8.index(after: sign)...]).trimmed
    let operation = path.utf8.last.map { "+-*/".utf8.contains($0) } ?? false ? String(path.removeLast()) : ""
    path = path.trimmed
    guard isWord(path), !value.isEmpty, value.utf8.first != UInt8(ascii: "=") else { return nil }
    return (path, operation.isEmpty ? value : "\(path) \(operation) \(value)")
  }

  /// The first word and the text behind it; only if the first word is not part of a longer name.
  private static func parts(of text: String) -> (head: String, rest: String) {
    let bytes = Array(text.utf8)
    let end =
      bytes.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "(") } ?? bytes.count
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    var rest = bytes[end...]
    switch rest.first {
    case UInt8(ascii: ":"): rest = rest.dropFirst()
    case UInt8(ascii: "("):
      guard rest.last == UInt8(ascii: ")") else { return (head, "") }
      rest = rest.dropFirst().dropLast()
    case nil: return (head, "")
    default:
      // `send mail` and `log visit` are valid names: after a space, only a word that cannot be a name is a verb.
      let text = String(decoding: rest, as: UTF8.self)
      let isClear =
        head == "goToState" || head == "log" && text.utf8.firstOccurrence(of: "${".utf8) != nil
        || head == "assign" && assignment(text.trimmed) != nil
      if !isClear { return (head, "") }
    }
    return (head, String(decoding: rest, as: UTF8.self))
  }

  private static func verb(_ word: String) -> String? {
    switch word {
    case "goToState", "goTo", "goto", "transitionTo": "goToState"
    case "log", "print", "NSLog": "log"
    case "assign": "assign"
    case "raise", "sendMessage", "fireEvent", "fire": "raise"
    case "send": "send"
    case "cancel": "cancel"
    default: nil
    }
  }

  private static func value(_ object: String, of verb: String) -> String {
    if verb == "assign", let (path, value) = assignment(object) {
      return "{\(DisplayText.string(path)): \(DisplayText.string(value))}"
    }
    var text = object[...]
    let quotes: [Character] = ["\"", "'"]
    if text.first == "@" { text = text.dropFirst() }
    if let first = text.first, quotes.contains(first), text.last == first, text.count > 1 {
      text = text.dropFirst().dropLast()
    }
    return DisplayText.string(String(text))
  }

  private static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(0x30...0x39 ~= first) else { return false }
    return text.utf8.allSatisfy { byte in
      byte >= 0x80 || 0x30...0x39 ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
  }
}
