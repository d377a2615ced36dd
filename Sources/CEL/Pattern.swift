// Longer than others: one small grammar with the errors of its parts.

/// The reason why a text is not a pattern.
struct PatternError: Error {
  let message: String
}

/// A regular expression in the common part of RE2's syntax, as a program for `PatternMatcher`.
///
/// `|` `*` `+` `?` `{n,m}` and their lazy forms, groups, classes with `[:alpha:]` and the like, `. ^ $ \d \w \s \b` and the flags
/// `(?i)`, `(?s)`, `(?m)`. Anything else of RE2's syntax is an error.
struct Pattern {
  /// One step of the program; jumps are relative to it.
  enum Step {
    case scalar(UInt32)
    /// Sorted ranges with gaps between them.
    case set([ClosedRange<UInt32>], isNegated: Bool)
    case split(Int, Int)
    case jump(Int)
    case start(ofLine: Bool)
    case end(ofLine: Bool)
    case wordBorder(Bool)
  }

  private struct Flags {
    var ignoresCase = false
    var dotTakesNewline = false
    var isMultiline = false
  }

  private(set) var steps: [Step] = []
  private let scalars: [UInt32]
  private var index = 0
  /// False if no `:]` follows.
  private var mayEndClass = true
  private var depth = 0
  private var flags = Flags()

  /// True if the last atom was a flag group, for example `(?i)`, which matches nothing itself.
  private var isFlagsOnly = false
  private var groupNames: Set<[UInt32]> = []
  private var ranges = 0
  /// The product of the nested counts in the last atom: 6 for `(?:a{2}){3}`.
  private var atomRepeats = 1
  /// The highest such product in the current group.
  private var groupRepeats = 1
  /// The cost of reading the pattern, in steps of an evaluation.
  private(set) var work = 0

  /// The cost of matching one character, in steps of the pattern: one for each instruction, more for a class with many
  /// ranges.
  var size: Int {
    steps.reduce(1) { sum, step in
      guard case .set(let ranges, _) = step else { return sum + 1 }
      return sum + max(1, Int.bitWidth - ranges.count.leadingZeroBitCount)
    }
  }

  init(_ text: String) throws(PatternError) {
    scalars = text.unicodeScalars.map(\.value)
    steps = try alternatives()
    guard index == scalars.count else { throw PatternError(message: "a ) without a (") }
  }

  /// True if the pattern matches anywhere in a text.
  func matches(_ text: String) -> Bool {
    PatternMatcher(steps).matches(text.unicodeScalars.map(\.value))
  }

  private mutating func alternatives() throws(PatternError) -> [Step] {
    depth += 1
    let outer = flags
    defer {
      depth -= 1
      flags = outer
    }
    if depth > PatternLimits.depth { throw PatternError(message: "groups nested deeper than \(PatternLimits.depth)") }
    var branches = [try sequence()]
    while consume("|") { branches.append(try sequence()) }
    if branches.count == 1 { return branches[0] }
    var count = branches.reduce(0) { $0 + $1.count + 2 } - 2
    try check(count)
    work += count / 8
    var result: [Step] = []
    result.reserveCapacity(count)
    for branch in branches.dropLast() {
      count -= branch.count + 2
      result.append(.split(1, branch.count + 2))
      result += branch
      result.append(.jump(count + 1))
    }
    return result + branches[branches.count - 1]
  }

  private mutating func sequence() throws(PatternError) -> [Step] {
    var result: [Step] = []
    while let next = peek, next != "|", next != ")" {
      isFlagsOnly = false
      atomRepeats = 1
      let next = try repeated(try atom())
      result += next
      groupRepeats = max(groupRepeats, atomRepeats)
      work += next.count / 8
      try check(result.count)
    }
    return result
  }

  private func check(_ count: Int) throws(PatternError) {
    if count > PatternLimits.steps { throw PatternError(message: "more than \(PatternLimits.steps) steps, the limit") }
  }

  // MARK: Repetition

  private mutating func repeated(_ atom: [Step]) throws(PatternError) -> [Step] {
    var result = atom
    var isRepeated = false
    while let next = peek {
      let least: Int
      let most: Int?
      switch next {
      case "*": (least, most) = (0, nil)
      case "+": (least, most) = (1, nil)
      case "?": (least, most) = (0, 1)
      case "{":
        guard let bounds = try bounds() else { return result }
        (least, most) = bounds
        index -= 1
        atomRepeats *= max(1, most ?? least)
        if atomRepeats > PatternLimits.repeats { throw PatternError(message: "a repetition out of range") }
      default: return result
      }
      index += 1
      _ = consume("?")
      if isRepeated { throw PatternError(message: "a repetition of a repetition; write (?:…) around the first one") }
      if isFlagsOnly { throw PatternError(message: "nothing to repeat") }
      isRepeated = true
      result = try expanded(result, least: least, most: most)
    }
    return result
  }

  /// Parses `{n}`, `{n,}` or `{n,m}`; nil if the brace is a plain character.
  private mutating func bounds() throws(PatternError) -> (Int, Int?)? {
    let start = index
    index += 1
    guard let least = number() else {
      index = start
      return nil
    }
    var most: Int? = least
    if consume(",") { most = peek == "}" ? nil : number() ?? -1 }
    guard most != -1, consume("}") else {
      index = start
      return nil
    }
    if least > PatternLimits.repeats || most ?? 0 > PatternLimits.repeats || most ?? least < least {
      throw PatternError(message: "a repetition out of range")
    }
    return (least, most)
  }

  /// A count without a leading zero: `{01}` is text, as in RE2.
  private mutating func number() -> Int? {
    let start = index
    if peek == "0", index + 1 < scalars.count, (48...57).contains(scalars[index + 1]) { return nil }
    var value = 0
    while let next = peek, ("0"..."9").contains(next) {
      value = min(100_000, value * 10 + Int(next.value - 48))
      index += 1
    }
    return index > start ? value : nil
  }

  private func expanded(_ atom: [Step], least: Int, most: Int?) throws(PatternError) -> [Step] {
    if (max(least, most ?? 1) + 1) * (atom.count + 1) > PatternLimits.steps {
      throw PatternError(message: "more than \(PatternLimits.steps) steps, the limit")
    }
    var result: [Step] = []
    for _ in 0..<least { result += atom }
    guard let most else { return result + [.split(1, atom.count + 2)] + atom + [.jump(-atom.count - 1)] }
    for left in (0..<(most - least)).reversed() {
      result += [.split(1, (left + 1) * (atom.count + 1))] + atom
    }
    return result
  }

  // MARK: Atoms

  private mutating func atom() throws(PatternError) -> [Step] {
    guard let next = peek else { return [] }
    index += 1
    switch next {
    case "(": return try group()
    case "[": return [try set()]
    case ".": return [.set(flags.dotTakesNewline ? [] : [10...10], isNegated: true)]
    case "^": return [.start(ofLine: flags.isMultiline)]
    case "$": return [.end(ofLine: flags.isMultiline)]
    case "\\": return [try escape()]
    case "*", "+", "?": throw PatternError(message: "nothing to repeat")
    case "{":
      index -= 1
      if try bounds() != nil { throw PatternError(message: "nothing to repeat") }
      index += 1
      return [literal(next.value)]
    default: return [literal(next.value)]
    }
  }

  private func literal(_ scalar: UInt32) -> Step {
    guard flags.ignoresCase else { return .scalar(scalar) }
    let equal = Self.foldings(of: scalar)
    return equal.count == 1 ? .scalar(scalar) : .set(Self.merged(equal.map { $0...$0 }), isNegated: false)
  }

  /// The characters that are equal to this one if case is ignored, itself included (Unicode's simple case folding).
  private static func foldings(of value: UInt32) -> [UInt32] {
    if let orbit = orbits[value] { return orbit }
    // The dotless and the dotted letter fold to no other.
    guard let scalar = Unicode.Scalar(value), value != 0x130, value != 0x131 else { return [value] }
    var found = [value]
    let properties = scalar.properties
    for mapped in [properties.lowercaseMapping, properties.uppercaseMapping, properties.titlecaseMapping] {
      let scalars = mapped.unicodeScalars.map(\.value)
      if scalars.count == 1, !found.contains(scalars[0]) { found.append(scalars[0]) }
    }
    return found
  }

  /// The characters whose mappings do not lead to all others that are equal.
  private static let orbits: [UInt32: [UInt32]] = {
    let texts = [
      "Kk\u{212A}", "Ss\u{17F}", "\u{B5}\u{39C}\u{3BC}", "\u{C5}\u{E5}\u{212B}", "\u{DF}\u{1E9E}",
      "\u{345}\u{399}\u{3B9}\u{1FBE}", "\u{392}\u{3B2}\u{3D0}", "\u{395}\u{3B5}\u{3F5}",
      "\u{398}\u{3B8}\u{3D1}\u{3F4}", "\u{39A}\u{3BA}\u{3F0}", "\u{3A0}\u{3C0}\u{3D6}",
      "\u{3A1}\u{3C1}\u{3F1}", "\u{3A3}\u{3C2}\u{3C3}", "\u{3A6}\u{3C6}\u{3D5}", "\u{3A9}\u{3C9}\u{2126}",
      "\u{412}\u{432}\u{1C80}", "\u{414}\u{434}\u{1C81}", "\u{41E}\u{43E}\u{1C82}",
      "\u{421}\u{441}\u{1C83}", "\u{422}\u{442}\u{1C84}\u{1C85}", "\u{42A}\u{44A}\u{1C86}",
      "\u{462}\u{463}\u{1C87}", "\u{1C88}\u{A64A}\u{A64B}", "\u{1E60}\u{1E61}\u{1E9B}",
    ]
    var found: [UInt32: [UInt32]] = [:]
    for text in texts {
      let orbit = text.unicodeScalars.map(\.value)
      for value in orbit { found[value] = orbit }
    }
    return found
  }()

  private mutating func group() throws(PatternError) -> [Step] {
    let outer = flags
    if consume("?") {
      if consume("P") || peek == "<" {
        guard consume("<") else { throw PatternError(message: "a bad group") }
        var name: [UInt32] = []
        while let next = peek, Self.isWord(next) {
          name.append(next.value)
          index += 1
        }
        guard consume(">"), !name.isEmpty, groupNames.insert(name).inserted else {
          throw PatternError(message: "a bad group")
        }
      } else {
        try setFlags()
        // `(?i)` applies to the rest of its group.
        if consume(")") {
          isFlagsOnly = true
          return []
        }
        guard consume(":") else { throw PatternError(message: "a bad group") }
      }
    }
    let repeatsAround = groupRepeats
    groupRepeats = 1
    let inside = try alternatives()
    (atomRepeats, groupRepeats) = (groupRepeats, repeatsAround)
    flags = outer
    isFlagsOnly = false
    guard consume(")") else { throw PatternError(message: "a ( is not closed") }
    return inside
  }

  private mutating func setFlags() throws(PatternError) {
    var value = true
    var isComplete = true
    while let next = peek, next != ":", next != ")" {
      index += 1
      isComplete = next != "-"
      switch next {
      case "i": flags.ignoresCase = value
      case "s": flags.dotTakesNewline = value
      case "m": flags.isMultiline = value
      case "-" where value: value = false
      default: throw PatternError(message: "a bad group")
      }
    }
    if !isComplete { throw PatternError(message: "a bad group") }
  }

  private mutating func escape() throws(PatternError) -> Step {
    guard let next = peek else { throw PatternError(message: "a \\ at the end") }
    index += 1
    if let (named, isNegated) = PatternClass.named(next) { return .set(try folded(named), isNegated: isNegated) }
    switch next {
    case "b": return .wordBorder(true)
    case "B": return .wordBorder(false)
    case "A": return .start(ofLine: false)
    case "z": return .end(ofLine: false)
    default: return literal(try escaped(next))
    }
  }

  /// The character that an escape denotes.
  private mutating func escaped(_ letter: Unicode.Scalar) throws(PatternError) -> UInt32 {
    switch letter {
    case "n": return 10
    case "t": return 9
    case "r": return 13
    case "f": return 12
    case "v": return 11
    case "a": return 7
    case "x":
      var digits = ""
      if consume("{") {
        while let next = peek, next.properties.isASCIIHexDigit, digits.utf8.count < 8 {
          digits.unicodeScalars.append(next)
          index += 1
        }
        guard consume("}") else { throw PatternError(message: "a bad \\x") }
      } else {
        while digits.utf8.count < 2, let next = peek, next.properties.isASCIIHexDigit {
          digits.unicodeScalars.append(next)
          index += 1
        }
        if digits.utf8.count < 2 { throw PatternError(message: "a bad \\x") }
      }
      guard let value = UInt32(digits, radix: 16), Unicode.Scalar(value) != nil else {
        throw PatternError(message: "a bad \\x")
      }
      return value
    default:
      if !letter.isASCII || Self.isWord(letter) { throw PatternError(message: "no such escape: \\\(letter)") }
      return letter.value
    }
  }

  private mutating func set() throws(PatternError) -> Step {
    let isNegated = consume("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while true {
      guard let next = peek else { throw PatternError(message: "a [ is not closed") }
      index += 1
      if next == "]", !isFirst { break }
      isFirst = false
      if next == "[", peek == ":", let named = try asciiClass() {
        ranges += named
        continue
      }
      var low = next.value
      if next == "\\" {
        guard let letter = peek else { throw PatternError(message: "a [ is not closed") }
        index += 1
        if let (named, isOpposite) = PatternClass.named(letter) {
          let named = try folded(named)
          ranges += isOpposite ? Self.opposite(named) : named
          continue
        }
        low = try escaped(letter)
      }
      var high = low
      if peek == "-", index + 1 < scalars.count, scalars[index + 1] != 93 {
        index += 1
        guard let end = peek else { throw PatternError(message: "a [ is not closed") }
        index += 1
        high = end.value
        if end == "\\", let letter = peek {
          index += 1
          high = try escaped(letter)
        }
        if high < low { throw PatternError(message: "the end of a range is before its start") }
      }
      try add(low...high, to: &ranges)
    }
    return .set(Self.merged(ranges), isNegated: isNegated)
  }

  /// Adds a range to a class; if case is ignored, also the other case of its letters.
  private mutating func add(_ range: ClosedRange<UInt32>, to ranges: inout [ClosedRange<UInt32>]) throws(PatternError) {
    ranges.append(range)
    try count(1)
    if flags.ignoresCase {
      try count(range.count)
      for value in range where Unicode.Scalar(value)?.properties.isCased == true {
        ranges += Self.foldings(of: value).map { $0...$0 }
      }
    }
  }

  /// The ranges of a class in their order; if case is ignored, with the other case of its letters.
  private mutating func folded(_ named: [ClosedRange<UInt32>]) throws(PatternError) -> [ClosedRange<UInt32>] {
    var ranges: [ClosedRange<UInt32>] = []
    for range in named { try add(range, to: &ranges) }
    return Self.merged(ranges)
  }

  /// Parses a class like `[:alpha:]` whose `[` has been read; nil if it is not a class.
  private mutating func asciiClass() throws(PatternError) -> [ClosedRange<UInt32>]? {
    if !mayEndClass { return nil }
    var end = index + 1
    while end + 1 < scalars.count, scalars[end] != 0x3A || scalars[end + 1] != 0x5D { end += 1 }
    guard end + 1 < scalars.count else {
      mayEndClass = false
      return nil
    }
    var name = String(String.UnicodeScalarView(scalars[index + 1..<end].compactMap { Unicode.Scalar($0) }))
    let isNegated = name.utf8.first == UInt8(ascii: "^")
    if isNegated { name.removeFirst() }
    guard let found = PatternClass.ascii.first(where: { $0.name.utf8.elementsEqual(name.utf8) })?.ranges else {
      throw PatternError(message: "no such class: [:\(name):]")
    }
    index = end + 2
    let ranges = try folded(found)
    return isNegated ? Self.opposite(ranges) : ranges
  }

  /// A letter, a digit or `_` of ASCII.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_": true
    default: false
    }
  }

  /// Counts ranges and single characters of classes.
  private mutating func count(_ more: Int) throws(PatternError) {
    ranges += more
    work += 4 * more
    if ranges > PatternLimits.ranges {
      throw PatternError(message: "more than \(PatternLimits.ranges) characters in classes, the limit")
    }
  }

  /// The same set of characters as sorted ranges with gaps between them.
  private static func merged(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound + 1 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }

  private static func opposite(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    return result + [next...0x10FFFF]
  }

  private var peek: Unicode.Scalar? {
    index < scalars.count ? Unicode.Scalar(scalars[index]) : nil
  }

  private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    index += 1
    return true
  }
}

/// The bounds on the patterns of `matches`.
package enum PatternLimits {
  /// The highest number of steps of a compiled pattern.
  package static let steps = 10_000
  /// The highest nesting depth of groups.
  package static let depth = 100
  /// The highest count of a repeat, and of nested ones multiplied: `a{1000}`, `(?:a{10}){100}`.
  package static let repeats = 1_000
  /// The highest number of ranges in all classes of a pattern.
  package static let ranges = 100_000
}
