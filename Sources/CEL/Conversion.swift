/// Conversions between types (cel-spec, "Type Conversions"): exact or refused.
enum Conversion {
  static func convert(_ value: Value, to function: Function) -> Value? {
    switch function {
    case .int: int(value).map { .int($0) }
    case .uint: uint(value).map { .uint($0) }
    case .double: double(value).map { .double($0) }
    case .string: string(value).map { .string($0) }
    case .bytes: bytes(value).map { .bytes($0) }
    case .bool: bool(value).map { .bool($0) }
    case .timestamp: timestamp(value).map { .timestamp($0) }
    case .duration: duration(value).map { .duration($0) }
    default: nil
    }
  }

  private static func int(_ value: Value) -> Int64? {
    switch value {
    case .int(let number): number
    case .uint(let number): Int64(exactly: number)
    // Rounds towards zero. The bounds themselves are refused, because a double there represents more than one int.
    case .double(let number): abs(number) < 0x1p63 ? Int64(number) : nil
    case .string(let text): isInteger(text) ? Int64(text) : nil
    case .timestamp(let time): time.seconds
    default: nil
    }
  }

  private static func uint(_ value: Value) -> UInt64? {
    switch value {
    case .int(let number): UInt64(exactly: number)
    case .uint(let number): number
    case .double(let number): number > -1 && number < 0x1p64 ? UInt64(number) : nil
    case .string(let text): isInteger(text) ? UInt64(text) : nil
    default: nil
    }
  }

  private static func double(_ value: Value) -> Double? {
    switch value {
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    case .double(let number): number
    case .string(let text): isNumber(text) ? Double(text) : nil
    default: nil
    }
  }

  /// Writes a double without an unnecessary exponent: 123.456, 1e+30, and 5 for 5.0.
  private static func string(_ value: Value) -> String? {
    switch value {
    case .bool(let flag): return flag ? "true" : "false"
    case .int(let number): return String(number)
    case .uint(let number): return String(number)
    case .double(let number):
      let text = number.description
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .string(let text): return text
    case .bytes(let bytes): return String(validating: bytes, as: UTF8.self)
    case .timestamp(let time): return TimeText.text(time)
    case .duration(let duration): return TimeText.text(duration)
    default: return nil
    }
  }

  /// A number as ECMAScript writes it: 0.000001, 100000000000000000000, 1e+21, 1e-7, and 0 for -0.0.
  static func script(_ number: Double) -> String {
    if !number.isFinite { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
    if number == 0 { return "0" }
    let parts = number.magnitude.description.split(separator: "e")
    let mantissa = parts[0].split(separator: ".").map(String.init)
    var digits = mantissa.joined()
    // The value is 0.digits * 10^point.
    var point = mantissa[0].utf8.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    while digits.hasSuffix("0") { digits.removeLast() }
    while digits.hasPrefix("0") {
      digits.removeFirst()
      point -= 1
    }
    let sign = number < 0 ? "-" : ""
    let zeros = { (count: Int) in String(repeating: "0", count: count) }
    switch point {
    case -5...0: return "\(sign)0.\(zeros(-point))\(digits)"
    case 1...21 where point >= digits.utf8.count: return "\(sign)\(digits)\(zeros(point - digits.utf8.count))"
    case 1...21: return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
    default:
      let fraction = digits.utf8.count > 1 ? "." + digits.dropFirst() : ""
      return "\(sign)\(digits.prefix(1))\(fraction)e\(point > 0 ? "+" : "")\(point - 1)"
    }
  }

  private static func bytes(_ value: Value) -> [UInt8]? {
    switch value {
    case .string(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    default: nil
    }
  }

  private static func bool(_ value: Value) -> Bool? {
    switch value {
    case .bool(let flag): flag
    case .string("true"), .string("True"), .string("TRUE"), .string("t"), .string("1"): true
    case .string("false"), .string("False"), .string("FALSE"), .string("f"), .string("0"): false
    default: nil
    }
  }

  private static func timestamp(_ value: Value) -> Timestamp? {
    switch value {
    case .timestamp(let time): time
    case .int(let seconds): Timestamp(seconds: seconds)
    case .string(let text): TimeText.timestamp(text)
    default: nil
    }
  }

  private static func duration(_ value: Value) -> Duration? {
    switch value {
    case .duration(let duration): duration
    case .string(let text): TimeText.duration(text)
    default: nil
    }
  }

  private static func isInteger(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { (48...57).contains($0) }
  }

  /// Accepts digits with a point and an exponent, and the names of NaN and infinity; rejects the other forms that
  /// `Double` can parse.
  private static func isNumber(_ text: String) -> Bool {
    if ["NaN", "Infinity", "-Infinity", "inf", "-inf"].contains(text) { return true }
    return !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
  }
}
