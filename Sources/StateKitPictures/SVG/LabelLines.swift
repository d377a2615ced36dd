import StateKitCore

/// A line of a label, as drawn. Lengths are tenths of the drawing's unit.
struct LabelLine {
  /// Texts of different look, one behind the other.
  fileprivate(set) var runs: [PictureLabel.Part] = []
  /// The distance from the left edge of the label.
  let indent: Int
  /// The drawing before the text.
  let sign: PictureLabel.Sign?

  /// The right end of the text.
  var width: Int {
    indent + (runs.reduce(0) { $0 + TextWidth.of($1.text, isBold: $1.kind.isBold) } * LabelLines.size + 99) / 100
  }
}

extension PictureLabel.Kind {
  var isBold: Bool { self == .event }
}

/// Breaks labels into lines for the drawing: each label is a block with a hanging indent.
struct LabelLines {
  static let size = 11
  /// How a drawing breaks its labels. Widths are in thousandths of the font's size.
  struct Style {
    /// The widest lines in a box and at an arrow.
    let inBox: Int
    let atArrow: Int
    /// A longer label is cut.
    let mostLines: Int

    static let wide = Style(inBox: 30_000, atArrow: 25_000, mostLines: 4)
    /// For drawings that would be wider than a page.
    static let narrow = Style(inBox: 20_000, atArrow: 16_700, mostLines: 6)
  }

  /// The indent of the second line and those below it.
  private static let hanging = 110
  /// Two spaces of half the font's size, on which a sign is drawn: so it is a part of the text.
  private static let signSpace = "\u{2002}\u{2002}"

  private struct Letter {
    let scalar: Unicode.Scalar
    let kind: PictureLabel.Kind
    let width: Int
  }

  /// At most `most` lines; longer text is cut in the middle.
  static func wrapped(_ label: PictureLabel, widest: Int, most: Int) -> [LabelLine] {
    var letters: [Letter] = []
    // Its sign says `always`.
    let parts = label.sign == .always && label.parts.count > 1 ? label.parts[1...] : label.parts[...]
    for (index, part) in parts.enumerated() {
      for scalar in ((index == 0 ? "" : " ") + DisplayText.raw(part.text)).unicodeScalars {
        letters.append(Letter(scalar: scalar, kind: part.kind, width: TextWidth.of(scalar, isBold: part.kind.isBold)))
      }
    }
    if letters.isEmpty { return [] }
    // What is cut needs no more lines.
    let ends = ends(of: letters, widest: widest, most: most + 2)
    if ends.count <= most {
      return lines(of: letters, ends: balanced(ends, of: letters, widest: widest), sign: label.sign)
    }
    let cut = cut(letters, to: widest * most * 3 / 4)
    return lines(of: cut, ends: self.ends(of: cut, widest: widest, most: most + 1), sign: label.sign)
  }

  /// One line, whatever its width; none for an empty label.
  static func unbroken(_ label: PictureLabel) -> [LabelLine] { wrapped(label, widest: .max / 16, most: 1) }

  /// One line; longer text is cut in the middle.
  static func single(_ text: String) -> String {
    let widest = Style.wide.inBox
    if TextWidth.of(text, isBold: true) <= widest { return text }
    let letters = text.unicodeScalars.map {
      Letter(scalar: $0, kind: .event, width: TextWidth.of($0, isBold: true))
    }
    return LabelLines.text(cut(letters, to: widest)[...])
  }

  /// The same number of lines, each as short as possible.
  private static func balanced(_ ends: [Int], of letters: [Letter], widest: Int) -> [Int] {
    if ends.count < 2 { return ends }
    func breaksInNames(_ ends: [Int]) -> Int { ends.dropLast().count { letters[$0].scalar != " " } }
    for part in 5..<10 {
      let shorter = Self.ends(of: letters, widest: widest * part / 10, most: ends.count + 1)
      if shorter.count == ends.count, breaksInNames(shorter) <= breaksInNames(ends) { return shorter }
    }
    return ends
  }

  /// The end of each line, of the first `most` ones.
  private static func ends(of letters: [Letter], widest: Int, most: Int) -> [Int] {
    var ends: [Int] = []
    var start = 0
    while start < letters.count, ends.count < most {
      let end = end(ofLineFrom: start, in: letters, widest: start == 0 ? widest : widest - hanging * 10 / size * 10)
      ends.append(end)
      start = end
      while start < letters.count, letters[start].scalar == " " { start += 1 }
    }
    return ends
  }

  /// The end of the line: at the last space if the line is not much shorter by that, else within a name.
  private static func end(ofLineFrom start: Int, in letters: [Letter], widest: Int) -> Int {
    var width = 0
    var (space, inner) = (start, start)
    var (spaceWidth, innerWidth) = (0, 0)
    for index in start..<letters.count {
      if index > start, letters[index].scalar == " " {
        (space, spaceWidth) = (index, width)
      } else if index > start, mayBreak(before: index, in: letters) {
        (inner, innerWidth) = (index, width)
      }
      width += letters[index].width
      if width <= widest { continue }
      if space > start, spaceWidth * 2 > widest || inner == start { return space }
      if inner > start, innerWidth > spaceWidth { return inner }
      if space > start { return space }
      // A longer word is a line of its own.
      if width > widest * 2 { return index }
    }
    return letters.count
  }

  /// True if a line may end between two characters of a name: behind `.`, `_` and `/`, before a capital, and between
  /// ideographs.
  private static func mayBreak(before index: Int, in letters: [Letter]) -> Bool {
    let (last, next) = (letters[index - 1].scalar, letters[index].scalar)
    if TextWidth.isCombining(next) || next == " " { return false }
    switch last {
    case ".", "_", "/": return isWord(next)
    case _ where last.value >= 0x2E80: return letters[index - 1].width >= 1000
    default: return last.properties.isLowercase && next.properties.isUppercase
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  /// Cuts the middle, so that the rest is at most as wide as `width`.
  private static func cut(_ letters: [Letter], to width: Int) -> [Letter] {
    let half = (width - TextWidth.of(" … ")) / 2
    func count(_ letters: some Sequence<Letter>) -> Int {
      var sum = 0
      var count = 0
      for letter in letters {
        sum += letter.width
        if sum > half { break }
        count += 1
      }
      return count
    }
    var (first, last) = (count(letters), letters.count - count(letters.reversed()))
    while first > 0, TextWidth.isCombining(letters[first].scalar) { first -= 1 }
    while last < letters.count, TextWidth.isCombining(letters[last].scalar) { last += 1 }
    let gap = " … ".unicodeScalars.map {
      Letter(scalar: $0, kind: .plain, width: TextWidth.of($0, isBold: false))
    }
    return letters[..<first] + gap + letters[last...]
  }

  private static func lines(of letters: [Letter], ends: [Int], sign: PictureLabel.Sign?) -> [LabelLine] {
    var lines: [LabelLine] = []
    var start = 0
    for end in ends {
      var line = LabelLine(indent: start == 0 ? 0 : hanging, sign: start == 0 ? sign : nil)
      if line.sign != nil { line.runs.append(PictureLabel.Part(kind: .plain, text: signSpace)) }
      while start < end, letters[start].scalar == " " { start += 1 }
      while start < end {
        var next = start
        while next < end, letters[next].kind == letters[start].kind { next += 1 }
        line.runs.append(PictureLabel.Part(kind: letters[start].kind, text: text(letters[start..<next])))
        start = next
      }
      lines.append(line)
    }
    return lines
  }

  private static func text(_ letters: ArraySlice<Letter>) -> String {
    var text = String.UnicodeScalarView()
    for letter in letters { text.append(letter.scalar) }
    return String(text)
  }
}
