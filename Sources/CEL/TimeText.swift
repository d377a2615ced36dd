/// Times as text: RFC 3339 for timestamps, `1h30m`, `1.5s` for durations.
enum TimeText {
  /// Parses a timestamp in RFC 3339 format: `2009-02-13T23:31:30.5Z`, `…+01:00`.
  static func timestamp(_ text: String) -> Timestamp? {
    var reader = Reader(Array(text.utf8))
    guard let year = reader.digits(4), reader.consume("-"), let month = reader.digits(2), reader.consume("-"),
      let day = reader.digits(2), reader.consume("T") || reader.consume("t"), let hour = reader.digits(2),
      reader.consume(":"),
      let minute = reader.digits(2), reader.consume(":"), let second = reader.digits(2)
    else { return nil }
    guard (1...12).contains(month), day >= 1, day <= CivilTime.daysIn(month: month, of: year), hour < 24, minute < 60,
      second < 60
    else { return nil }
    var nanoseconds: Int64 = 0
    if reader.consume(".") {
      guard let fraction = reader.fraction() else { return nil }
      nanoseconds = fraction
    }
    var offset: Int64 = 0
    if !reader.consume("Z"), !reader.consume("z") {
      guard let read = reader.offset() else { return nil }
      offset = read
    }
    guard reader.isAtEnd else { return nil }
    let days = CivilTime.days(year: year, month: month, day: day)
    return Timestamp(
      seconds: days * 86_400 + hour * 3_600 + minute * 60 + second - offset, nanoseconds: Int32(nanoseconds))
  }

  static func text(_ time: Timestamp) -> String {
    let civil = CivilTime(seconds: time.seconds)
    let date = "\(padded(civil.year, width: 4))-\(padded(civil.month, width: 2))-\(padded(civil.day, width: 2))"
    let second = civil.secondOfDay
    let clock =
      "\(padded(second / 3_600, width: 2)):\(padded(second / 60 % 60, width: 2)):\(padded(second % 60, width: 2))"
    return "\(date)T\(clock)\(fractionText(Int64(time.nanoseconds)))Z"
  }

  /// Parses a duration: numbers with units h, m, s, ms, us, ns, for example `-1h30m` or `1.5s`.
  static func duration(_ text: String) -> Duration? {
    var reader = Reader(Array(text.utf8))
    let sign: Int64 = reader.consume("-") ? -1 : 1
    if sign == 1 { _ = reader.consume("+") }
    if reader.rest == [UInt8(ascii: "0")] { return Duration(seconds: 0) }
    guard !reader.isAtEnd else { return nil }
    var total = Duration(seconds: 0)
    while !reader.isAtEnd {
      guard let (digits, whole) = reader.number() else { return nil }
      var fraction: Int64 = 0
      if reader.consume(".") {
        guard let read = reader.fraction() ?? (digits == 0 ? nil : 0) else { return nil }
        fraction = read
      } else if digits == 0 {
        return nil
      }
      guard let unit = reader.unit() else { return nil }
      let (product, overflow) = whole.multipliedReportingOverflow(by: unit.perSecond > 1 ? 1 : unit.seconds)
      if overflow { return nil }
      // The fraction of one unit in nanoseconds; digits below a nanosecond are cut.
      let part: Duration?
      if unit.perSecond > 1 {
        let nanoseconds = 1_000_000_000 / unit.perSecond
        let (small, tooLarge) = product.multipliedReportingOverflow(by: nanoseconds)
        let (sum, sumTooLarge) = small.addingReportingOverflow(fraction / unit.perSecond)
        if tooLarge || sumTooLarge { return nil }
        part = Duration(seconds: 0, nanoseconds: sum)
      } else {
        part = Duration(seconds: product, nanoseconds: fraction * unit.seconds)
      }
      guard let part, let sum = total?.adding(part, times: sign) else { return nil }
      total = sum
    }
    return total
  }

  static func text(_ duration: Duration) -> String {
    let isNegative = duration.seconds < 0 || duration.nanoseconds < 0
    let fraction = fractionText(Int64(duration.nanoseconds.magnitude))
    return "\(isNegative ? "-" : "")\(duration.seconds.magnitude)\(fraction)s"
  }

  /// The offset of a time zone in seconds: `UTC`, `Z`, `+01:00`, `-02:30`, `02:00`. Zone names are not supported,
  /// because they need a time zone database.
  static func zoneOffset(_ text: String) -> Int64? {
    if text == "UTC" || text == "Z" || text == "" { return 0 }
    var reader = Reader(Array(text.utf8))
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    return offset
  }

  private static func padded(_ number: Int64, width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func fractionText(_ nanoseconds: Int64) -> String {
    if nanoseconds == 0 { return "" }
    var digits = padded(nanoseconds, width: 9)
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }
    var rest: ArraySlice<UInt8> { bytes[index...] }

    mutating func consume(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
      index += 1
      return true
    }

    mutating func digits(_ count: Int) -> Int64? {
      guard index + count <= bytes.count else { return nil }
      var value: Int64 = 0
      for byte in bytes[index..<index + count] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 48)
      }
      index += count
      return value
    }

    /// A whole number and the count of its digits, which may be none; nil if the number is too large.
    mutating func number() -> (digits: Int, value: Int64)? {
      let start = index
      while index < bytes.count, (48...57).contains(bytes[index]) { index += 1 }
      if index == start { return (0, 0) }
      return Int64(String(decoding: bytes[start..<index], as: UTF8.self)).map { (index - start, $0) }
    }

    /// The digits behind a decimal point, in billionths.
    mutating func fraction() -> Int64? {
      let start = index
      var value: Int64 = 0
      while index < bytes.count, (48...57).contains(bytes[index]) {
        if index - start < 9 { value = value * 10 + Int64(bytes[index] - 48) }
        index += 1
      }
      guard index > start else { return nil }
      for _ in 0..<max(0, 9 - (index - start)) { value *= 10 }
      return value
    }

    /// Parses an offset, for example `+01:00`, in seconds.
    mutating func offset() -> Int64? {
      let sign: Int64 = consume("-") ? -1 : 1
      if sign == 1 { _ = consume("+") }
      guard let hours = digits(2), consume(":"), let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
      return sign * (hours * 3_600 + minutes * 60)
    }

    mutating func unit() -> (seconds: Int64, perSecond: Int64)? {
      if consume("h") { return (3_600, 1) }
      if consume("s") { return (1, 1) }
      if consume("m") { return consume("s") ? (0, 1_000) : (60, 1) }
      if consume("u") { return consume("s") ? (0, 1_000_000) : nil }
      if consume("n") { return consume("s") ? (0, 1_000_000_000) : nil }
      return nil
    }
  }
}
