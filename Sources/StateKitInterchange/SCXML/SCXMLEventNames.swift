import CEL
import StateKitCore
import StateKitFormat

/// The names of a chart's events in an SCXML document: there, a name consists of words with dots between them.
struct SCXMLEventNames {
  let losses: Losses

  /// The attributes that name an event; `isKey`: the event of a handler, which may match all names with that prefix.
  func attributes(ofEvent name: String, at span: SourceSpan, isKey: Bool = false) -> [(String, String)] {
    if Self.isWritable(isKey && name.utf8.suffix(2).elementsEqual(".*".utf8) ? String(name.dropLast(2)) : name) {
      return [("event", name)]
    }
    let other = Self.writable(name)
    losses.add(
      span, message: "SCXML cannot express the event name \(DisplayText.quoted(name))",
      written: "it is \(DisplayText.quoted(other)) in other tools", help: "use words with dots between them")
    return [("event", other), ("statekit:event", name)]
  }

  /// True for platform events whose names are not a prefix of others.
  static func isWhole(_ name: String) -> Bool {
    let list = name.utf8Bytes
    let bytes = list.span
    return bytes.begins(with: "done.state.") || bytes.begins(with: "done.invoke.")
      || bytes.begins(with: "error.execution") || bytes.begins(with: "error.communication")
  }

  /// True if a name consists of words with dots between them.
  private static func isWritable(_ name: String) -> Bool {
    let words = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return !words.contains(where: \.isEmpty)
      && !name.unicodeScalars.contains { $0.properties.isWhitespace || XMLText.isControl($0) }
  }

  private static func writable(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      let isWord = !scalar.properties.isWhitespace && !XMLText.isControl(scalar) && scalar != "."
      out.unicodeScalars.append(isWord ? scalar : "_")
    }
    return out.isEmpty ? "_" : out
  }
}
