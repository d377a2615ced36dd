/// Names of charts as identifiers of programming languages.
package enum IdentifierCase {
  /// `light_on`.
  case snake
  /// `LIGHT_ON`.
  case capitals
  /// `lightOn`.
  case camel
  /// `LightOn`.
  case pascal

  /// The identifier of a name: its words, joined in this case. Letters beyond ASCII become their code points.
  package func identifier(_ name: String) -> String {
    let words = Self.words(of: name)
    let joined: String
    switch self {
    case .snake: joined = words.map(Self.lower).joined(separator: "_")
    case .capitals: joined = words.map(Self.upper).joined(separator: "_")
    case .camel: joined = (words.first.map(Self.lower) ?? "") + words.dropFirst().map(Self.capitalized).joined()
    case .pascal: joined = words.map(Self.capitalized).joined()
    }
    guard let first = joined.utf8.first else { return self == .capitals ? "X" : self == .pascal ? "X" : "x" }
    let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    return isDigit ? (self == .capitals || self == .pascal ? "N" : "n") + joined : joined
  }

  /// The words of a name: it is cut at everything that is no letter or digit, and before a capital behind a small one.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var wasSmall = false
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for scalar in name.unicodeScalars {
      switch scalar {
      case "A"..."Z":
        if wasSmall { end() }
        word.unicodeScalars.append(scalar)
        wasSmall = false
      case "a"..."z", "0"..."9":
        word.unicodeScalars.append(scalar)
        wasSmall = true
      case "\u{80}"...:
        word += "u" + String(scalar.value, radix: 16)
        wasSmall = true
      default:
        end()
        wasSmall = false
      }
    }
    end()
    return words
  }

  private static func lower(_ word: String) -> String { word.lowercased() }
  private static func upper(_ word: String) -> String { word.uppercased() }

  private static func capitalized(_ word: String) -> String {
    // `URL` stays as it is in `loadURL`.
    word.prefix(1).uppercased() + word.dropFirst()
  }
}

/// Identifiers of one scope: two names that turn out equal get numbers.
struct IdentifierScope {
  private var taken: Set<String>
  /// The names that had to be changed, with what they became.
  private(set) var renamed: [(name: String, identifier: String)] = []

  /// `words`: identifiers that cannot be used, such as keywords.
  init(avoiding words: Set<String> = []) {
    taken = words
  }

  mutating func add(_ name: String, as style: IdentifierCase, prefix: String = "") -> String {
    let wanted = prefix + style.identifier(name)
    var identifier = wanted
    var number = 2
    while !taken.insert(identifier).inserted {
      identifier = style == .snake || style == .capitals ? "\(wanted)_\(number)" : "\(wanted)\(number)"
      number += 1
    }
    if identifier != wanted { renamed.append((name, identifier)) }
    return identifier
  }
}
