import CEL
import StateKitCore

/// Times of a log as milliseconds since 1970.
enum LogTime {
  /// Later times are rejected, so that a script can wait for the difference of two.
  static let latest = Delay.longest / 2
  /// The distance of the latest time from 1970, as shown in messages.
  static let shownLatest = "50,000 years"
  /// The time of an event that has none. It is before all others, so that it never advances a clock.
  static let unknown = Int64.min

  /// The reason why the text of a field is no time.
  static func misfit(_ text: some Collection<UInt8>, of field: String) -> BadLine {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
    let isNumber = !digits.isEmpty && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return isNumber ? .farTime(field) : .noTime(field)
  }

  /// Parses a number of milliseconds, or a time as text.
  static func of(_ bytes: ArraySlice<UInt8>) -> Int64? {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return nil }
      return unsafe number(base, count: bytes.count) ?? timestamp(base, count: bytes.count)
    }
  }

  /// Parses a whole number of milliseconds; nil for other text.
  @unsafe static func number(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int64? {
    var index = 0
    if count == 0 { return nil }
    let isNegative = unsafe bytes[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    guard index < count, count - index <= 19 else { return nil }
    var number: Int64 = 0
    let most = latest / 10
    while index < count {
      let digit = unsafe Int64(bytes[index]) - 48
      guard digit >= 0, digit < 10, number < most else { return nil }
      number = number * 10 + digit
      index += 1
    }
    return isNegative ? -number : number
  }

  /// Parses a time by RFC 3339; fractions of milliseconds are cut.
  @unsafe static func timestamp(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int64? {
    func two(_ index: Int) -> Int64 {
      let (a, b) = unsafe (Int64(bytes[index]) - 48, Int64(bytes[index + 1]) - 48)
      return a < 0 || a > 9 || b < 0 || b > 9 ? -10_000 : a * 10 + b
    }
    guard count >= 20, unsafe bytes[4] == UInt8(ascii: "-"), unsafe bytes[7] == UInt8(ascii: "-"),
      unsafe bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20, unsafe bytes[13] == UInt8(ascii: ":"),
      unsafe bytes[16] == UInt8(ascii: ":")
    else { return nil }
    let (high, low) = (two(0), two(2))
    let (month, day, hour, minute, second) = (two(5), two(8), two(11), two(14), two(17))
    guard high >= 0, low >= 0, (1...12).contains(month), day >= 1, (0..<24).contains(hour), (0..<60).contains(minute),
      (0...60).contains(second)
    else { return nil }
    let year = high * 100 + low
    guard day <= CivilTime.daysIn(month: month, of: year) else { return nil }
    var index = 19
    var milliseconds: Int64 = 0
    if unsafe bytes[index] == UInt8(ascii: ".") {
      index += 1
      let first = index
      var unit: Int64 = 100
      while index < count {
        let digit = unsafe Int64(bytes[index]) - 48
        if digit < 0 || digit > 9 { break }
        milliseconds += digit * unit
        unit /= 10
        index += 1
      }
      if index == first { return nil }
    }
    guard index < count else { return nil }
    var offset: Int64 = 0
    if unsafe bytes[index] | 0x20 == UInt8(ascii: "z") {
      index += 1
    } else {
      let sign = unsafe bytes[index]
      guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), index + 6 == count,
        unsafe bytes[index + 3] == UInt8(ascii: ":")
      else { return nil }
      let (hours, minutes) = (two(index + 1), two(index + 4))
      guard (0..<24).contains(hours), (0..<60).contains(minutes) else { return nil }
      offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
      index += 6
    }
    guard index == count else { return nil }
    let days = CivilTime.days(year: year, month: month, day: day)
    return (days * 86_400 + hour * 3_600 + minute * 60 + second - offset) * 1_000 + milliseconds
  }
}

/// The number of events that lack the time of their log.
package struct EventTimes: Sendable {
  private var unknown = 0
  /// True if an event has a time.
  private var hasSome = false

  package init() {}

  /// Counts the events of a batch whose log has a field for the time.
  mutating func note(_ batch: LogBatch) {
    unknown += batch.untimed
    if batch.records.count > batch.untimed { hasSome = true }
  }

  /// Adds the events of another log.
  package mutating func add(_ other: EventTimes) {
    unknown += other.unknown
    if other.hasSome { hasSome = true }
  }

  /// The warning about events without a time; nil if no event has one.
  package var warning: String? {
    guard unknown > 0, hasSome else { return nil }
    let (verb, them) = unknown == 1 ? ("has", "it") : ("have", "them")
    let name = LogFields.shown(LogFields.standardTime)
    return "\(DisplayText.counted(unknown, noun: "event")) \(verb) no field \(name): no time passed before \(them)"
  }
}
