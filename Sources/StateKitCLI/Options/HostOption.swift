import CEL
import StateKitCore
import StateKitFormat

/// An answer of the host from an option: `NAME=EXPRESSION`, or `NAME=DURATION`.
struct HostOption: Sendable {
  let name: String
  let text: String

  static func parse(_ text: String, shown: String) throws(UnfitValue) -> HostOption {
    if text.isEmpty { throw .missing }
    let bytes = FilePath.bytes(of: text)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { throw .expected(shown) }
    let value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
    if value.utf8.allSatisfy({ $0 == 0x20 }) { throw .expected(shown) }
    return HostOption(name: Self.name(bytes[..<equals]), text: value)
  }

  /// A name as written, or in the quotes of scripts.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let last = bytes.last, last == 0x20 { bytes.removeLast() }
    if bytes.first == UInt8(ascii: "\""), case .string(let name)? = JSONText.value(of: Array(bytes)) {
      return name
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ValueType where Value == HostOption {
  static func host(_ shown: String) -> ValueType {
    ValueType(shown: shown, text: \.name) { text throws(UnfitValue) in try HostOption.parse(text, shown: shown) }
  }
}

extension Option {
  static let `guard` = Option(
    each: \.guards, "guard", .host("NAME=EXPRESSION"), "answer a guard of the host",
    details: """
      As the script line :guard does, from the start on: the expression is looked at whenever the guard is. A line of the \
      script takes its place. --guard isHome=true
      """)
  static let delay = Option(
    each: \.delays, "delay", .host("NAME=DURATION"), "say how long a delay of the host is",
    details: """
      As the script line :delay does, from the start on. A duration is written 250ms, 5s, 1m30s or 2h. \
      --delay autoClose=5s
      """)
}

extension Arguments {
  /// The host answers of the options.
  var host: HostLines {
    var lines = HostLines()
    for answer in guards { lines.add("guard", name: answer.name, text: answer.text) }
    for delay in delays { lines.add("delay", name: delay.name, text: delay.text) }
    return lines
  }

  /// The host answers of the options; throws if one applies to none of these charts.
  func host(for charts: [Chart]) throws(UsageError) -> HostLines {
    let lines = host
    if let error = lines.error(in: charts) { throw .unfitForHost(error) }
    return lines
  }
}
