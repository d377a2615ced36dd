import StateKitCore

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
    let joined =
      switch self {
      case .snake: words.joined(separator: "_").lowercased()
      case .capitals: words.joined(separator: "_").uppercased()
      case .camel: (words.first ?? "").lowercased() + words.dropFirst().map(Self.capitalized).joined()
      case .pascal: words.map(Self.capitalized).joined()
      }
    let isCapital = self == .capitals || self == .pascal
    guard let first = joined.first else { return isCapital ? "X" : "x" }
    return first.isNumber ? (isCapital ? "N" : "n") + joined : joined
  }

  /// The words of a name: it is cut at everything that is no letter or digit, and before a capital behind a small one.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in name.unicodeScalars {
      let isCapital = ("A"..."Z").contains(scalar)
      let isOther = !isCapital && !("a"..."z").contains(scalar) && !("0"..."9").contains(scalar) && scalar.isASCII
      if isOther || isCapital && word.last?.isUppercase == false {
        words.append(word)
        word = ""
      }
      if !isOther { word += scalar.isASCII ? String(scalar) : "u" + String(scalar.value, radix: 16) }
    }
    return (words + [word]).filter { !$0.isEmpty }
  }

  private static func capitalized(_ word: String) -> String {
    // `URL` stays as it is in `loadURL`.
    word.prefix(1).uppercased() + word.dropFirst()
  }
}

/// Identifiers of one scope: two names that turn out equal get numbers.
struct IdentifierScope {
  private var taken: Set<String>
  /// The numbers from which identifiers may be free: all smaller ones are taken.
  private var numbers: [String: Int] = [:]
  private let renames: Renames?
  /// The names of the identifiers, if renames are reported.
  private var owners: [String: String] = [:]

  /// `words`: identifiers that cannot be used, such as keywords. Names that get a number are reported to `renames`.
  init(avoiding words: Set<String> = [], renames: Renames? = nil) {
    taken = words
    self.renames = renames
  }

  /// `written`: the name as the chart has it, if that is not `name`.
  mutating func add(
    _ name: String, as style: IdentifierCase, prefix: String = "", written: String? = nil
  ) -> String {
    let wanted = prefix + style.identifier(name)
    var identifier = wanted
    var number = numbers[wanted] ?? 2
    while !taken.insert(identifier).inserted {
      identifier = style == .snake || style == .capitals ? "\(wanted)_\(number)" : "\(wanted)\(number)"
      number += 1
    }
    if identifier != wanted {
      numbers[wanted] = number
      renames?.report(written ?? name, as: identifier, instead: wanted, ownedBy: owners[wanted])
    }
    if renames != nil { owners[identifier] = written ?? name }
    return identifier
  }
}
