import StateKitCore
import StateKitInterchange

/// Completion in an SCXML document: elements and attributes by their position, and states, events and data in
/// attributes.
package enum MarkupSuggestions {
  /// Returns the proposals at an offset of a document, which may be incomplete.
  package static func at(_ offset: Int, in bytes: [UInt8]) -> Suggestions {
    let before = MarkupDocument(Array(bytes.prefix(offset)))
    let around = before.open.last.map { before.elements[$0].name }
    let document = MarkupDocument(bytes)
    var start = before.endStart
    if case .value(_, let attribute) = before.end {
      let isExpression = attribute == "cond" || attribute == "expr"
      let isApart = { (byte: UInt8) in isExpression ? !ForeignNames.isNameByte(byte) : byte <= 0x20 }
      start = bytes[start..<offset].lastIndex(where: isApart).map { $0 + 1 } ?? start
    }
    var result = Suggestions(span: SourceSpan(start, end: offset))
    var known: Set<[UInt8]> = []
    func add(_ words: [String], kind: Proposal.Kind, detail: String, behind: String = "") {
      for word in words where known.insert(Array(word.utf8)).inserted {
        result.proposals.append(Proposal(label: word, kind: kind, detail: detail, text: word + behind))
      }
    }
    switch before.end {
    case .element: add(MarkupWords.elements(in: around), kind: .key, detail: "element")
    case .closing:
      if let around { add([around], kind: .key, detail: "ends the element", behind: ">") }
    case .attribute(let element, let known):
      let words = MarkupWords.attributes(of: element).filter { word in !known.contains { $0 == word } }
      add(words, kind: .key, detail: "attribute", behind: "=\"\"")
    case .value(let element, let attribute):
      switch attribute {
      case "target" where element != "send", "initial": add(document.states, kind: .state, detail: "state")
      case "event": add(document.events, kind: .event, detail: "event")
      case "location", "namelist", "array": add(document.data, kind: .variable, detail: "data")
      case "cond", "expr":
        // In the quotes of `In('…')`.
        if bytes[before.endStart..<start].suffix(4).elementsEqual("In('".utf8) {
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
