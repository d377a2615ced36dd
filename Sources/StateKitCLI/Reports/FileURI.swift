/// Paths as `file:` URIs (RFC 8089), and back.
enum FileURI {
  /// The path of a URI; nil for a URI of another kind.
  static func path(of uri: String) -> String? {
    let prefix = "file://"
    guard uri.utf8.starts(with: prefix.utf8) else { return nil }
    let rest = Array(uri.utf8.dropFirst(prefix.utf8.count))
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    var bytes: [UInt8] = []
    var index = slash
    while index < rest.count {
      if rest[index] == UInt8(ascii: "%"), index + 2 < rest.count,
        let byte = UInt8(String(decoding: rest[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(rest[index])
        index += 1
      }
    }
    return FilePath.text(of: bytes)
  }

  static func uri(of path: String) -> String { "file://" + encoded(FilePath.bytes(of: path)) }

  /// A path as a URI reference (RFC 3986): a relative path as given, an absolute one with its scheme.
  static func reference(_ path: [UInt8]) -> String {
    (path.first == UInt8(ascii: "/") ? "file://" : "") + encoded(path)
  }

  private static func encoded(_ path: [UInt8]) -> String {
    var text = ""
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
