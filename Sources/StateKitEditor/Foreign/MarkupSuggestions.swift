import StateKitCore
import StateKitInterchange

/// Completion in an SCXML document: elements and attributes by their position, and states, events and data in
/// attributes.
package enum MarkupSuggestions {
  /// Returns the proposals at an offset of a document, which may be incomplete.
  package static func at(_ offset: Int, in bytes: [UInt8]) -> Suggestions {
    let position = MarkupPosition(offset, in: bytes)
    let document = MarkupDocument(bytes)
    var result = Suggestions(span: SourceSpan(position.start, end: offset))
    var known: Set<[UInt8]> = []
    func add(_ words: [String], kind: Proposal.Kind, detail: String, behind: String = "") {
      for word in words where known.insert(Array(word.utf8)).inserted {
        result.proposals.append(Proposal(label: word, kind: kind, detail: detail, text: word + behind))
      }
    }
    switch position.kind {
    case .element: add(MarkupWords.elements(in: position.around.last), kind: .key, detail: "element")
    case .closing:
      if let last = position.around.last { add([last], kind: .key, detail: "ends the element", behind: ">") }
    case .attribute(let element, let known):
      let words = MarkupWords.attributes(of: element).filter { word in !known.contains { $0 == word } }
      add(words, kind: .key, detail: "attribute", behind: "=\"\"")
    case .value(let element, let attribute):
      switch attribute {
      case "target" where element != "send", "initial": add(document.states, kind: .state, detail: "state")
      case "event": add(document.events, kind: .event, detail: "event")
      case "location", "namelist", "array": add(document.data, kind: .variable, detail: "data")
      case "cond", "expr":
        if position.asksForState {
          add(document.states, kind: .state, detail: "state")
        } else {
          add(document.data, kind: .variable, detail: "data")
          add(["In("], kind: .function, detail: "true if a state is active")
          add(["_event"], kind: .variable, detail: "the last event")
        }
      case "type":
        add(
          element == "transition" ? ["internal", "external"] : element == "history" ? ["shallow", "deep"] : [],
          kind: .word,
          detail: "type")
      case "datamodel": add(["ecmascript", "null"], kind: .word, detail: "data model")
      default: break
      }
    case .text: break
    }
    return result
  }
}

/// The syntactic context at an offset of an XML text, which may be incomplete.
struct MarkupPosition {
  enum Kind {
    case text
    /// The name in an opening tag.
    case element
    /// The name in a closing tag.
    case closing
    /// The name of an attribute; `known` are the other attributes of the element.
    case attribute(element: String, known: [String])
    case value(element: String, attribute: String)
  }

  private(set) var kind = Kind.text
  /// The start of the word that contains the offset.
  private(set) var start: Int
  /// The enclosing elements, the outermost first.
  private(set) var around: [String] = []
  /// True if the offset is in the quotes of `In('…')`.
  private(set) var asksForState = false

  private let bytes: [UInt8]
  private let offset: Int
  private var index = 0

  init(_ offset: Int, in bytes: [UInt8]) {
    self.bytes = bytes
    self.offset = min(offset, bytes.count)
    start = self.offset
    while index < self.offset {
      if bytes[index] == UInt8(ascii: "<") {
        if !readTag() { return }
      } else {
        index += 1
      }
    }
  }

  /// Reads a construct that begins with `<`; false if it contains the offset.
  private mutating func readTag() -> Bool {
    for (opening, closing) in MarkupWords.withoutElements where bytes[index...].starts(with: opening.utf8) {
      return skip(behind: closing)
    }
    index += 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "/") {
      index += 1
      guard let _ = readName(.closing) else { return false }
      if !around.isEmpty { around.removeLast() }
      return skip(behind: ">")
    }
    guard let element = readName(.element) else { return false }
    return readAttributes(of: element)
  }

  private mutating func skip(behind closing: String) -> Bool {
    while index < offset {
      if bytes[index...].starts(with: closing.utf8) {
        index += closing.utf8.count
        return true
      }
      index += 1
    }
    return false
  }

  /// Reads a name; nil if it contains the offset, which then has this kind.
  private mutating func readName(_ kind: Kind) -> String? {
    let begin = index
    while index < offset, MarkupWords.isNameByte(bytes[index]) { index += 1 }
    if index >= offset {
      (self.kind, start) = (kind, begin)
      return nil
    }
    return String(decoding: bytes[begin..<index], as: UTF8.self)
  }

  private mutating func readAttributes(of element: String) -> Bool {
    var known: [String] = []
    while true {
      while index < offset, bytes[index] <= 0x20 { index += 1 }
      if index >= offset {
        kind = .attribute(element: element, known: known)
        return false
      }
      switch bytes[index] {
      case UInt8(ascii: ">"):
        around.append(element)
        index += 1
        return true
      case UInt8(ascii: "/"): return skip(behind: ">")
      case UInt8(ascii: "<"): return true
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if !readValue(element, attribute: known.last ?? "") { return false }
      default:
        guard let name = readName(.attribute(element: element, known: known)) else { return false }
        if !name.isEmpty { known.append(name) } else { index += 1 }
      }
    }
  }

  private mutating func readValue(_ element: String, attribute: String) -> Bool {
    let quote = bytes[index]
    let begin = index + 1
    index += 1
    while index < offset, bytes[index] != quote { index += 1 }
    if index < offset {
      index += 1
      return true
    }
    kind = .value(element: element, attribute: attribute)
    let text = bytes[begin..<offset]
    if attribute == "cond" || attribute == "expr" {
      start = (text.lastIndex { !ForeignNames.isNameByte($0) } ?? begin - 1) + 1
      asksForState = bytes[begin..<start].suffix(4).elementsEqual("In('".utf8)
    } else {
      start = (text.lastIndex { $0 <= 0x20 } ?? begin - 1) + 1
    }
    return false
  }
}

/// The words of SCXML documents (SCXML, sections 3 to 6).
enum MarkupWords {
  /// The delimiters of constructs that contain no elements.
  static let withoutElements = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]

  /// True if the name of an element or an attribute can contain the byte.
  static func isNameByte(_ byte: UInt8) -> Bool {
    ForeignNames.isNameByte(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }

  private static let executable = ["raise", "if", "foreach", "log", "assign", "script", "send", "cancel"]
  private static let ofStates = [
    "onentry", "onexit", "transition", "state", "parallel", "history", "datamodel", "invoke",
  ]

  /// The elements that an element may contain; for nil, the root elements.
  static func elements(in element: String?) -> [String] {
    switch element {
    case nil: ["scxml"]
    case "scxml": ["state", "parallel", "final", "datamodel", "script"]
    case "state": ofStates + ["initial", "final"]
    case "parallel": ofStates
    case "initial", "history": ["transition"]
    case "final": ["onentry", "onexit", "donedata"]
    case "onentry", "onexit", "transition", "foreach", "finalize": executable
    case "if": executable + ["elseif", "else"]
    case "datamodel": ["data"]
    case "donedata", "send": ["content", "param"]
    case "invoke": ["param", "finalize", "content"]
    default: []
    }
  }

  /// The attributes of an element, for the root element also its namespace.
  static func attributes(of element: String) -> [String] {
    var names = SCXMLAttributes.names(of: element)
    if element != "scxml" { return names }
    names.removeAll { $0 == "exmode" }
    names.insert("xmlns", at: 3)
    return names
  }
}
