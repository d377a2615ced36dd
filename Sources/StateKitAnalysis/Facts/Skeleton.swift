import StateKitCore

/// Reduces a name to the part that a reader notices. Case, width, invisible marks, and white space at the ends are
/// removed, and look-alike letters are merged. Names with equal skeletons look alike.
enum Skeleton {
  /// Letters of other scripts that look like Latin ones, in small letters (after Unicode's confusables, UTS 39).
  private static let twins: [Unicode.Scalar: UInt8] = {
    let pairs = [
      ("а", "a"), ("ɑ", "a"), ("α", "a"), ("в", "b"), ("с", "c"), ("ϲ", "c"), ("ԁ", "d"), ("е", "e"), ("һ", "h"),
      ("н", "h"), ("і", "i"), ("ι", "i"), ("ı", "i"), ("ј", "j"), ("κ", "k"), ("к", "k"), ("ⅼ", "l"), ("ӏ", "l"),
      ("м", "m"), ("о", "o"), ("ο", "o"), ("օ", "o"), ("р", "p"), ("ρ", "p"), ("ԛ", "q"), ("г", "r"), ("ѕ", "s"),
      ("т", "t"), ("τ", "t"), ("υ", "u"), ("ս", "u"), ("ν", "v"), ("ѵ", "v"), ("ԝ", "w"), ("х", "x"), ("χ", "x"),
      ("у", "y"), ("γ", "y"), ("‐", "-"), ("‑", "-"), ("–", "-"), ("—", "-"), ("−", "-"), ("’", "'"), ("‘", "'"),
    ]
    var twins: [Unicode.Scalar: UInt8] = [:]
    for (letter, twin) in pairs {
      if let scalar = letter.unicodeScalars.first, let byte = twin.utf8.first { twins[scalar] = byte }
    }
    return twins
  }()

  /// The skeleton of a name. Skeletons are compared as strings, by canonical equivalence.
  static func of(_ name: ArraySlice<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      if scalar.properties.isDefaultIgnorableCodePoint { continue }
      // Full-width forms are in the order of ASCII.
      let narrow = (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
      for small in narrow.properties.lowercaseMapping.unicodeScalars { scalars.append(twin(small)) }
    }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    return String(scalars)
  }

  /// The skeleton of a name of ASCII bytes; nil for other names.
  static func ofASCII(_ name: ArraySlice<UInt8>) -> String? {
    let bytes = name.compactMap(plain)
    return bytes.count == name.count ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The skeleton of an ASCII byte; nil for white space, controls and other bytes.
  private static func plain(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: "0"): UInt8(ascii: "o")
    case UInt8(ascii: "1"): UInt8(ascii: "l")
    case 0x21..<0x80: byte
    default: nil
    }
  }

  private static func twin(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "0": "o"
    case "1": "l"
    default: scalar.isASCII ? scalar : twins[scalar].map { Unicode.Scalar($0) } ?? scalar
    }
  }
}
