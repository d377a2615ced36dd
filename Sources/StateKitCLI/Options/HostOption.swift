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
    if bytes.contains(0x0A) { throw .because("must be on one line") }
    // In quotes, `=` is no sign.
    let isQuoted = bytes.first == UInt8(ascii: "\"")
    let quoted = isQuoted ? JSONText.closingQuote(in: bytes.span, from: 0, to: bytes.count) + 1 : 0
    let unquoted = bytes.dropFirst(quoted)
    guard let equals = unquoted.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { throw .expected(shown) }
    let value = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
    if value.utf8.allSatisfy({ $0 == 0x20 }) { throw .expected(shown) }
    return HostOption(name: Self.name(bytes[..<equals]), text: value)
  }

  /// A name as written, or in the quotes of scripts.
  private static func name(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    while let last = bytes.last, last == 0x20 { bytes.removeLast() }
    if bytes.first == UInt8(ascii: "\""), case .string(let name)? = JSONText.value(of: Array(bytes)) { return name }
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
    "guard", each: \.guards, as: .host("NAME=EXPRESSION"), help: "answer a host guard",
    details: """
      Works like the script line :guard, from the start: the expression is evaluated whenever the guard is asked. A :guard line in the \
      script replaces it. Example: --guard isHome=true
      """)
  static let delay = Option(
    "delay", each: \.delays, as: .host("NAME=DURATION"), help: "set the length of a host delay",
    details: """
      Works like the script line :delay, from the start. A duration is written 250ms, 5s, 1m30s or 2h. \
      Example: --delay autoClose=5s
      """)
}

extension Arguments {
  var host: HostLines {
    var lines = HostLines()
    for answer in guards { lines.add("guard", name: answer.name, text: answer.text) }
    for delay in delays { lines.add("delay", name: delay.name, text: delay.text) }
    return lines
  }

  /// The host answers of the options; throws if any applies to none of these charts.
  func host(for charts: [Chart]) throws(CommandEnd) -> HostLines {
    let lines = host
    let errors = lines.errors(in: charts)
    if !errors.isEmpty { throw .unfitForHost(errors) }
    return lines
  }
}
