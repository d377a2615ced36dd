/// Text in which repeated parts are references to an earlier part, for drawings that a page shows later.
///
/// A reference is `~`, the distance in three digits, and the length less `shortest`: in one digit, or in two more behind
/// the highest digit. `~~` is the character `~`.
enum PackedText {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
  private static let shortest = 6
  private static let longest = shortest + 63 + 64 * 64 - 1
  private static let window = 64 * 64 * 64 - 1
  private static let escape: Unicode.Scalar = "~"
  /// The most earlier parts that are compared.
  private static let mostCompared = 12

  /// Packs the texts as one.
  static func pack(_ texts: [String]) -> String {
    /// The characters that may be repeated, and those that are not written yet; `dropped`: the number before them.
    var all: [Unicode.Scalar] = []
    var dropped = 0
    var out = String.UnicodeScalarView()
    /// By the hash of some characters, the last index at which they start, and for each index of the window the one
    /// before with that hash; -1 for none. Indices count the dropped characters.
    var starts = [Int32](repeating: -1, count: 1 << 16)
    var before = [Int32](repeating: -1, count: window + 1)
    var index = 0
    for (number, text) in texts.enumerated() {
      all += text.unicodeScalars
      // A part of the next text may go on with a repetition.
      let end = number == texts.count - 1 ? all.count : all.count - longest - shortest
      while index < end {
        var found = (length: 0, distance: 0)
        if index + shortest <= all.count {
          let first = Int(starts[slot(index, in: all)])
          found = repetition(at: index, from: first, in: all, dropped: dropped, before: before)
        }
        if found.length < shortest {
          found.length = 1
          out.append(all[index])
          if all[index] == escape { out.append(escape) }
        } else {
          append(found.length - shortest, distance: found.distance, to: &out)
        }
        for start in index..<index + found.length where start + shortest <= all.count {
          let slot = slot(start, in: all)
          before[(start + dropped) & window] = starts[slot]
          starts[slot] = Int32(start + dropped)
        }
        index += found.length
      }
      let old = index - window
      if old > window {
        all.removeFirst(old)
        dropped += old
        index -= old
      }
    }
    return String(out)
  }

  private static func slot(_ index: Int, in all: [Unicode.Scalar]) -> Int {
    var hash: UInt32 = 0
    for scalar in all[index..<index + shortest] { hash = hash &* 0x9E37_79B1 &+ scalar.value }
    return Int((hash ^ hash >> 15) & 0xFFFF)
  }

  /// The longest part that begins at an earlier index of a chain and is repeated at `index`.
  private static func repetition(
    at index: Int, from first: Int, in all: [Unicode.Scalar], dropped: Int, before: [Int32]
  ) -> (length: Int, distance: Int) {
    let most = min(longest, all.count - index)
    var best = (length: 0, distance: 0)
    var start = first - dropped
    for _ in 0..<mostCompared where start >= 0 && index - start <= window && best.length < most {
      var length = 0
      while length < most, all[start + length] == all[index + length] { length += 1 }
      if length > best.length { best = (length, index - start) }
      start = Int(before[(start + dropped) & window]) - dropped
    }
    return best
  }

  private static func append(_ length: Int, distance: Int, to out: inout String.UnicodeScalarView) {
    out.append(escape)
    for shift in [12, 6, 0] { out.append(digits[distance >> shift & 63]) }
    out.append(digits[min(length, 63)])
    if length < 63 { return }
    for shift in [6, 0] { out.append(digits[(length - 63) >> shift & 63]) }
  }
}
