import StateKitFormat

/// Paths as texts.
///
/// System paths are bytes, UTF-8 or not. In a text, a byte that is not part of UTF-8 becomes the character U+10FF00 +
/// byte. So does each byte of these characters themselves. Every path has one text, and every text leads back to its
/// path.
enum FilePath {
  private static let firstStandIn: UInt32 = 0x10FF00

  /// The bytes of a path as the system gave them, as text.
  static func text(of bytes: some Collection<UInt8>) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: { byte($0) != nil }) {
      return text
    }
    var text = String.UnicodeScalarView()
    let bytes = Array(bytes)
    var index = 0
    while index < bytes.count {
      let length = bytes[index] < 0x80 ? 1 : bytes[index] < 0xE0 ? 2 : bytes[index] < 0xF0 ? 3 : 4
      let end = min(index + length, bytes.count)
      if let found = String(validating: bytes[index..<end], as: UTF8.self)?.unicodeScalars, let scalar = found.first,
        found.count == 1, byte(scalar) == nil
      {
        text.append(scalar)
        index = end
      } else {
        if let standIn = Unicode.Scalar(firstStandIn + UInt32(bytes[index])) { text.append(standIn) }
        index += 1
      }
    }
    return String(text)
  }

  static func bytes(of path: String) -> [UInt8] {
    if !path.utf8.contains(0xF4) { return Array(path.utf8) }
    var bytes: [UInt8] = []
    for scalar in path.unicodeScalars {
      if let byte = byte(scalar) { bytes.append(byte) } else { bytes += Array(String(scalar).utf8) }
    }
    return bytes
  }

  /// The path as the C library takes it.
  static func native(_ path: String) -> [CChar] { native(bytes(of: path)) }

  static func native(_ bytes: some Collection<UInt8>) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// The path for people. At the beginning of a line it is no command for a CI runner.
  static func shown(_ path: String) -> String {
    visible(path.utf8.drop { $0 == 0x20 }.starts(with: "::".utf8) ? "./" + path : path)
  }

  /// The first ten of several paths for people, and how many more there are.
  static func list(_ paths: [String]) -> String {
    let shown = paths.prefix(10).map(Self.shown).joined(separator: ", ")
    return shown + (paths.count > 10 ? " and \(paths.count - 10) more" : "")
  }

  /// A path or a part of one, in which a byte that is not part of UTF-8 is shown as `\xE9`. Other characters are escaped by the
  /// writer.
  static func visible(_ path: String) -> String {
    if !path.utf8.contains(0xF4) { return path }
    var shown = ""
    for scalar in path.unicodeScalars {
      if let byte = byte(scalar) {
        shown += "\\x" + String(byte, radix: 16, uppercase: true)
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// The byte that a character represents.
  private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= firstStandIn + 0x80 ? UInt8(exactly: scalar.value - firstStandIn) : nil
  }

  /// True for standard output, a device, and an open descriptor.
  static func isStream(_ path: String) -> Bool {
    path == "-" || ["/dev/", "/proc/"].contains { path.utf8.starts(with: $0.utf8) }
  }

  /// The path before the name, with its slash; empty without a folder.
  static func folder(of path: String) -> String {
    lastSlash(of: path).map { String(path[...$0]) } ?? ""
  }

  /// The path of a file that is named relative to a folder with a trailing slash; an absolute path stays unchanged.
  static func path(to file: String, from folder: String) -> String {
    file.utf8.first == UInt8(ascii: "/") ? file : folder + file
  }

  /// The bytes of a path without `.`, `..` and repeated slashes. Links are not followed.
  static func key(of path: String) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let bytes = bytes(of: path)
    return (bytes.first == slash ? [slash] : []) + Array(ChartFolder.parts(of: bytes).joined(separator: [slash]))
  }

  /// The name of the file itself.
  static func name(of path: String) -> String {
    lastSlash(of: path).map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// True if a name is longer than one of some endings, and ends in it. The endings are lowercase, and `DOOR.JSON` ends
  /// in `.json`.
  static func ends(_ name: String, in endings: [String]) -> Bool {
    // Every run asks: a loop over arrays, because a view of a text takes as long as the rest of the start.
    let name = Array(name.utf8)
    return endings.contains { ending in
      var index = name.count - ending.utf8.count
      if index <= 0 { return false }
      for byte in ending.utf8 {
        let own = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= name[index] ? name[index] | 0x20 : name[index]
        if own != byte { return false }
        index += 1
      }
      return true
    }
  }

  /// A path with a lowercase ending; with the ending as `.JSON` or `.Json` if only that file is there.
  static func path(_ base: String, ending: String) -> String {
    let capitalized = ending.split(separator: ".").map { "." + $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    let found = [ending, ending.uppercased(), capitalized].first { FileIdentity(base + $0) != nil }
    return base + (found ?? ending)
  }

  private static func lastSlash(of path: String) -> String.Index? {
    path.utf8.lastIndex(of: UInt8(ascii: "/"))
  }
}
