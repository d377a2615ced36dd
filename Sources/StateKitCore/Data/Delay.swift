/// Durations in charts and scripts: `5s`, `250ms`, `1m30s`, `2h`, or plain milliseconds (Charts.md).
package enum Delay {
  /// The longest duration in years of 365.25 days (Limits.md).
  private static let longestYears = 100_000
  /// The longest duration in milliseconds.
  package static let longest = Int64(longestYears) * 365_250 * 86_400
  /// The longest duration, as shown in messages and in the table of limits.
  package static let shownLongest = "\(DisplayText.grouped(longestYears)) years"

  /// The reason why a text is not a delay.
  package enum ParseError: Error {
    case malformed
    case tooLong
  }

  /// True if a text is the name of a delay: a bare word that does not begin with a digit.
  package static func isName(_ text: Span<UInt8>) -> Bool {
    !text.isEmpty && DisplayText.bareWordLength(text) == text.count
  }

  private static let units: [(name: [UInt8], milliseconds: Int64)] = [
    (Array("h".utf8), 3_600_000), (Array("m".utf8), 60_000), (Array("s".utf8), 1_000), (Array("ms".utf8), 1),
  ]

  /// Parses a delay into milliseconds. Units are h, m, s, ms, each at most once and in this order, with whole numbers.
  package static func parse(_ text: Span<UInt8>) throws(ParseError) -> Int64 {
    var index = 0
    var total: Int64 = 0
    var nextUnit = 0
    guard !text.isEmpty else { throw .malformed }
    while index < text.count {
      var number: Int64 = 0
      let start = index
      while index < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) {
        let (tens, overTens) = number.multipliedReportingOverflow(by: 10)
        let (sum, overSum) = tens.addingReportingOverflow(Int64(text[index] - UInt8(ascii: "0")))
        if overTens || overSum { throw .tooLong }
        number = sum
        index += 1
      }
      guard index > start else { throw .malformed }
      if index == text.count {
        guard start == 0 else { throw .malformed }
        return try checked(number)
      }
      let unitStart = index
      while index < text.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(text[index]) { index += 1 }
      while nextUnit < units.count, !text.extracting(unitStart..<index).equals(units[nextUnit].name[...]) {
        nextUnit += 1
      }
      guard nextUnit < units.count else { throw .malformed }
      let unit = nextUnit
      nextUnit = unit + 1
      let (product, overProduct) = number.multipliedReportingOverflow(by: units[unit].milliseconds)
      let (sum, overSum) = total.addingReportingOverflow(product)
      if overProduct || overSum { throw .tooLong }
      total = sum
    }
    return try checked(total)
  }

  /// Parses a delay that an expression returned: a single number of seconds or milliseconds may also have a fraction,
  /// as in `.5s`.
  package static func parse(calculated text: Span<UInt8>) throws(ParseError) -> Int64 {
    guard let dot = text.indices.first(where: { text[$0] == UInt8(ascii: ".") }) else { return try parse(text) }
    var end = dot + 1
    // In a fraction of a millisecond only the first digit counts.
    var thousandths: Int64 = 0
    var digits = 0
    while end < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[end]) {
      if digits < 4 { thousandths = thousandths * 10 + Int64(text[end] - UInt8(ascii: "0")) }
      digits += 1
      end += 1
    }
    guard digits > 0 else { throw .malformed }
    for _ in min(digits, 4)..<4 { thousandths *= 10 }
    let unit: Int64
    switch text.extracting(end..<text.count) {
    case let rest where rest.equals("s"): unit = 1000
    case let rest where rest.equals("ms"): unit = 1
    default: throw .malformed
    }
    guard text.extracting(0..<dot).indices.allSatisfy({ (0x30...0x39).contains(text[$0]) }) else { throw .malformed }
    let whole = dot == 0 ? 0 : try parse(text.extracting(0..<dot))
    if whole > longest / unit { throw .tooLong }
    return try checked(whole * unit + (thousandths * unit + 5000) / 10_000)
  }

  /// The shortest form of a delay: 2000 is `2s`, 1500 is `1s500ms`, 0 is `0s`.
  package static func append(_ milliseconds: Int64, to out: inout ByteBuffer) {
    var rest = milliseconds
    for unit in units {
      let number = rest / unit.milliseconds
      rest %= unit.milliseconds
      if number == 0 { continue }
      out.append(decimal: number)
      out.append(unit.name)
    }
    if milliseconds == 0 { out.append("0s") }
  }

  /// The shortest form as text.
  package static func text(_ milliseconds: Int64) -> String {
    ByteBuffer.text { append(milliseconds, to: &$0) }
  }

  private static func checked(_ milliseconds: Int64) throws(ParseError) -> Int64 {
    if milliseconds > longest { throw .tooLong }
    return milliseconds
  }
}
