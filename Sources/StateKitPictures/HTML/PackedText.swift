/// Text in which repeated parts are references to an earlier part, for drawings that a page shows later.
///
/// A reference is `~`, the distance in three digits and the length less `shortest` in one; `~~` is the character `~`.
enum PackedText {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
  private static let shortest = 6
  private static let longest = shortest + 63
  private static let window = 64 * 64 * 64 - 1
  private static let escape: Unicode.Scalar = "~"

  static func pack(_ text: String) -> String {
    let all = Array(text.unicodeScalars)
    var out = String.UnicodeScalarView()
    /// By the hash of some characters, the last index at which they start; -1 for none.
    var starts = [Int](repeating: -1, count: 1 << 16)
    func slot(_ index: Int) -> Int {
      var hash: UInt32 = 0
      for scalar in all[index..<index + shortest] { hash = hash &* 0x9E37_79B1 &+ scalar.value }
      return Int((hash ^ hash >> 15) & 0xFFFF)
    }
    var index = 0
    while index < all.count {
      var length = 0
      var distance = 0
      if index + shortest <= all.count {
        let before = starts[slot(index)]
        if before >= 0, index - before <= window {
          let most = min(longest, all.count - index)
          while length < most, all[before + length] == all[index + length] { length += 1 }
          distance = index - before
        }
      }
      if length < shortest {
        length = 1
        out.append(all[index])
        if all[index] == escape { out.append(escape) }
      } else {
        out.append(escape)
        for shift in [12, 6, 0] { out.append(digits[distance >> shift & 63]) }
        out.append(digits[length - shortest])
      }
      for start in index..<index + length where start + shortest <= all.count { starts[slot(start)] = start }
      index += length
    }
    return String(out)
  }
}
