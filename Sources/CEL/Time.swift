/// A point in time between the years 1 and 9999, in nanoseconds (cel-spec, google.protobuf.Timestamp).
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package let seconds: Int64
  /// 0 to 999,999,999.
  package let nanoseconds: Int32

  private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  package init?(seconds: Int64, nanoseconds: Int32 = 0) {
    guard Self.range.contains(seconds) else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package static func < (a: Timestamp, b: Timestamp) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }

  func adding(_ duration: Duration) -> Timestamp? {
    let (sum, overflow) = seconds.addingReportingOverflow(duration.seconds)
    if overflow { return nil }
    let nanoseconds = self.nanoseconds + duration.nanoseconds
    let carry: Int64 = nanoseconds < 0 ? -1 : nanoseconds >= 1_000_000_000 ? 1 : 0
    return Timestamp(seconds: sum + carry, nanoseconds: nanoseconds - Int32(carry) * 1_000_000_000)
  }

  func since(_ other: Timestamp) -> Duration? {
    Duration(seconds: seconds - other.seconds, nanoseconds: Int64(nanoseconds - other.nanoseconds))
  }
}

/// A time span of up to about 292 years, in nanoseconds (bounded by int64, as in cel-spec).
package struct Duration: Hashable, Comparable, Sendable {
  package let seconds: Int64
  /// The nanoseconds; they have the sign of `seconds`.
  package let nanoseconds: Int32

  /// Creates a span from seconds and nanoseconds; nil if it is out of range.
  package init?(seconds: Int64, nanoseconds: Int64 = 0) {
    let (whole, overflow) = seconds.addingReportingOverflow(nanoseconds / 1_000_000_000)
    if overflow { return nil }
    var sum = whole
    var rest = nanoseconds % 1_000_000_000
    if sum > 0, rest < 0 {
      sum -= 1
      rest += 1_000_000_000
    } else if sum < 0, rest > 0 {
      sum += 1
      rest -= 1_000_000_000
    }
    let (product, tooLarge) = sum.multipliedReportingOverflow(by: 1_000_000_000)
    if tooLarge || product.addingReportingOverflow(rest).overflow { return nil }
    self.seconds = sum
    self.nanoseconds = Int32(rest)
  }

  package static func < (a: Duration, b: Duration) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }

  func adding(_ other: Duration, times sign: Int64 = 1) -> Duration? {
    let (sum, overflow) = seconds.addingReportingOverflow(sign * other.seconds)
    return overflow ? nil : Duration(seconds: sum, nanoseconds: Int64(nanoseconds) + sign * Int64(other.nanoseconds))
  }

  var negated: Duration? {
    Duration(seconds: -seconds, nanoseconds: -Int64(nanoseconds))
  }
}

/// A date and a time of day.
@usableFromInline
package struct CivilTime {
  let year: Int64
  /// 1 to 12.
  let month: Int64
  /// 1 to 31.
  let day: Int64
  let secondOfDay: Int64
  /// 0 for Sunday.
  let weekday: Int64
  /// 0 for January 1st.
  let dayOfYear: Int64

  /// The civil time at a count of seconds since 1970 (days are counted from the 1st of March of the year 0).
  init(seconds: Int64) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
    secondOfDay = seconds - days * 86_400
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayFromMarch = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayFromMarch + 2) / 153
    day = dayFromMarch - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    weekday = ((days % 7) + 11) % 7
    dayOfYear = days - CivilTime.days(year: year, month: 1, day: 1)
  }

  /// Days from 1970-01-01 to a date.
  @inlinable
  package static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayFromMarch = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayFromMarch
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of days in a month.
  @inlinable
  package static func daysIn(month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
}
