import StateKitCore

/// Escapes texts of a chart for another notation.
enum SafeText {
  /// Replaces each ASCII character except letters, digits and `plain`. Characters of `single` stay if their
  /// neighbours differ from them, and those of `inner` stay between letters and digits.
  static func escaped(
    _ text: String, plain: String, single: String = "", inner: String = "", replacement: (UInt8) -> String
  ) -> String {
    var out = ByteBuffer()
    let bytes = Array(DisplayText.raw(text).utf8)
    for (index, byte) in bytes.enumerated() {
      let isPlain: Bool
      if isWord(byte) {
        isPlain = true
      } else {
        let isAlone = (index == 0 || bytes[index - 1] != byte) && (index + 1 == bytes.count || bytes[index + 1] != byte)
        let isInner = index > 0 && isWord(bytes[index - 1]) && index + 1 < bytes.count && isWord(bytes[index + 1])
        isPlain =
          plain.utf8.contains(byte) || isAlone && single.utf8.contains(byte) || isInner && inner.utf8.contains(byte)
      }
      if isPlain { out.append(byte) } else { out.append(replacement(byte)) }
    }
    return String(decoding: out.bytes, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
    default: false
    }
  }
}

/// Identifiers for the states of a picture in Mermaid and PlantUML. The shortest reference is used if it is an
/// identifier and not a keyword, else a number.
struct SafeNames {
  private let all: [String]

  init(_ picture: Picture) {
    all = picture.states.indices.map { index in
      let reference = picture.reference(index)
      return Self.isSafe(reference) ? reference : "x\(index)"
    }
  }

  subscript(state: Int) -> String { all[state] }

  /// Keywords of the notations. In Mermaid, `root` is the diagram, and a state of that name is not drawn.
  private static let words: Set<String> = [
    "across", "as", "caption", "center", "choice", "click", "default", "direction", "down", "else", "footer", "fork",
    "header", "hide", "if", "join", "json", "left", "legend", "mainframe", "newpage", "of", "over", "page", "right",
    "root", "rotate", "scale", "show", "skinparam", "style", "title", "top", "up",
  ]
  /// Keywords that also match as prefixes.
  private static let beginnings = ["acc", "class", "end", "note", "state"]

  private static func isSafe(_ name: String) -> Bool {
    let lower = name.lowercased()
    guard let first = lower.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
      lower.utf8.count <= 60,
      lower.utf8.allSatisfy({
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "_")
      })
    else { return false }
    // Numbers are reserved for states without a safe name.
    if first == UInt8(ascii: "x"), lower.utf8.dropFirst().allSatisfy({ $0 < UInt8(ascii: "a") }) { return false }
    return !words.contains(lower) && !beginnings.contains { lower.utf8.starts(with: $0.utf8) }
  }
}
