import CEL

/// Times in notations of people who do not know the units.
extension Delay {
  /// Converts a spelled-out time to the accepted form: `30 s`, `5 seconds`, `1.5s`, `2 min`, `PT5S`; nil for anything else.
  package static func spelled(_ text: String) -> String? {
    let text = text.filter { $0 != " " }
    if text.hasPrefix("PT") {
      return (try? parse(text.dropFirst(2).lowercased().utf8Bytes.span)).map { Delay.text($0) }
    }
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit: String
    switch text.dropFirst(number.count).lowercased() {
    case "s", "sec", "secs", "second", "seconds": unit = "s"
    case "ms", "msec", "millis", "milliseconds": unit = "ms"
    case "m", "min", "mins", "minute", "minutes": unit = "m"
    case "h", "hr", "hour", "hours": unit = "h"
    default: return nil
    }
    if let whole = try? parse("\(number)\(unit)".utf8Bytes.span) { return Delay.text(whole) }
    guard let value = Double(number), value.isFinite, value < 1_000_000 else { return nil }
    let length = value * (unit == "s" ? 1_000 : unit == "m" ? 60_000 : unit == "h" ? 3_600_000 : 1)
    return Delay.text(Int64(length.rounded()))
  }
}
