import StateKitCore
import StateKitSearch

/// The reason why a text is not a value of an option.
enum UnfitValue: Error {
  /// It is empty.
  case missing
  /// The allowed values, as a phrase after "is"; and the words among which a similar one is looked for.
  case expected(String, words: [String] = [])
  /// The reason, as a phrase after the option.
  case because(String)
}

/// A type of option values: its form in help, and its parser.
struct ValueType<Value: Sendable>: Sendable {
  /// Its form after the option in help: `N`, `FILE`, `text|jsonl`.
  var shown: String { makeShown() }
  private let makeShown: @Sendable () -> String
  /// Parses the value of a text.
  let read: @Sendable (String) throws(UnfitValue) -> Value
  /// The text of a value, for the default in help.
  let text: @Sendable (Value) -> String
  /// The kind of the value for shell completion. Created on demand, because a run needs none.
  var completes: ArgumentKind { makeCompletes() }
  let makeCompletes: @Sendable () -> ArgumentKind
  /// The default in words; nil if the default is a value.
  private(set) var defaultText: String?

  init(
    shown: @autoclosure @escaping @Sendable () -> String,
    completes: @autoclosure @escaping @Sendable () -> ArgumentKind = .nothing,
    text: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (String) throws(UnfitValue) -> Value
  ) {
    makeShown = shown
    makeCompletes = completes
    self.text = text
    self.read = read
  }

  func defaulting(to text: String) -> ValueType {
    var type = self
    type.defaultText = text
    return type
  }
}

extension ValueType where Value == Int {
  /// Larger numbers count as this one: it is large enough to have no effect, and small enough for sums and products.
  private static let largest = 1 << 53

  /// A number in decimal digits.
  static func number(_ allowed: ClosedRange<Int>) -> ValueType {
    ValueType(shown: "N", text: { String($0) }) { text throws(UnfitValue) in
      guard let number = digits(text), allowed.contains(number) else {
        if allowed.upperBound == .max, isTooLarge(text) { throw .expected("a number of at most \(Int.max)") }
        if allowed == 0...Int.max { throw .expected("a whole number") }
        let bounds =
          allowed.upperBound == .max
          ? "above \(allowed.lowerBound - 1)" : "from \(allowed.lowerBound) to \(allowed.upperBound)"
        throw .expected("a number \(bounds)")
      }
      return min(number, largest)
    }
  }

  /// A number of bytes, with the suffix K, M or G for powers of 1,024.
  static var size: ValueType {
    ValueType(shown: "N[K|M|G]", text: { shownSize($0) }) { text throws(UnfitValue) in
      let shifts: [UInt8: Int] = [UInt8(ascii: "K"): 10, UInt8(ascii: "M"): 20, UInt8(ascii: "G"): 30]
      let shift = text.utf8.last.flatMap { shifts[$0] } ?? 0
      let number = digits(shift == 0 ? text[...] : text.dropLast())
      let product = number?.multipliedReportingOverflow(by: 1 << shift)
      if product?.overflow ?? isTooLarge(shift == 0 ? text[...] : text.dropLast()) {
        throw .expected("at most \(Int.max) bytes")
      }
      guard let product, product.partialValue > 0 else { throw .expected("a number above 0, of bytes, K, M or G") }
      return min(product.partialValue, largest)
    }
  }

  private static func shownSize(_ bytes: Int) -> String {
    for (shift, letter) in [(30, "G"), (20, "M"), (10, "K")] where bytes > 0 && bytes % (1 << shift) == 0 {
      return String(bytes >> shift) + letter
    }
    return String(bytes)
  }

  private static func digits(_ text: some StringProtocol) -> Int? { hasOnlyDigits(text) ? Int(text) : nil }

  private static func isTooLarge(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && hasOnlyDigits(text) && Int(text) == nil
  }

  private static func hasOnlyDigits(_ text: some StringProtocol) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension ValueType where Value == Double {
  /// A fraction from 0 to 1.
  static var part: ValueType {
    ValueType(shown: "MIN", text: { "\($0)" }) { text throws(UnfitValue) in
      guard let number = Double(text), (0...1).contains(number) else { throw .expected("a number from 0 to 1") }
      return number
    }
  }
}

extension ValueType where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of an enumeration.
  static var word: ValueType {
    ValueType(
      shown: Value.allCases.map(\.rawValue).joined(separator: "|"),
      completes: .words(Value.allCases.map(\.rawValue)), text: \.rawValue
    ) { (text) throws(UnfitValue) in
      guard let value = Value.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) else {
        let words = Value.allCases.map(\.rawValue)
        throw .expected("one of " + words.joined(separator: ", "), words: words)
      }
      return value
    }
  }
}

extension ValueType where Value == String {
  static var file: ValueType { text("FILE", completes: .files) }
  static var chart: ValueType { text("FILE", completes: .charts) }
  static var script: ValueType { text("FILE", completes: .scripts) }

  /// Any text.
  static func text(_ shown: String, completes: ArgumentKind = .nothing) -> ValueType {
    ValueType(shown: shown, completes: completes, text: { $0 }) { text throws(UnfitValue) in
      if text.isEmpty { throw .missing }
      return text
    }
  }
}

extension ValueType where Value == Property<String> {
  /// An expression that is asked of all states.
  static func property(_ asked: @escaping @Sendable (String) -> Property<String>) -> ValueType {
    ValueType(shown: "EXPR", text: { _ in "" }) { text throws(UnfitValue) in
      if text.isEmpty { throw .missing }
      return asked(text)
    }
  }
}

extension ValueType where Value == Setting {
  static var setting: ValueType {
    ValueType(shown: "PATH=JSON", text: \.path) { text throws(UnfitValue) in try Setting.parse(text) }
  }
}

extension ValueType where Value == [String] {
  /// Names with commas between.
  static var names: ValueType {
    ValueType(shown: "NAME,...", text: { $0.joined(separator: ",") }) { text throws(UnfitValue) in
      let names = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      if names.contains(where: \.isEmpty) { throw .missing }
      return names
    }
  }
}

extension ValueType where Value == [Int64] {
  /// Delays with commas between, in milliseconds.
  static var delays: ValueType {
    ValueType(shown: "DELAY,...", text: { $0.map { Delay.text($0) }.joined(separator: ",") }) {
      text throws(UnfitValue) in
      var found: [Int64] = []
      for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        found.append(try ValueType<Int64>.delay.read(String(decoding: part, as: UTF8.self)))
      }
      return found
    }
  }
}

extension ValueType where Value == Int64 {
  /// A delay such as 250ms or 1m30s, in milliseconds.
  static var delay: ValueType {
    ValueType(shown: "DELAY", text: { Delay.text($0) }) { text throws(UnfitValue) in
      let hasUnit = text.utf8.contains { $0 < UInt8(ascii: "0") || $0 > UInt8(ascii: "9") }
      guard hasUnit, let delay = try? Delay.parse(Array(text.utf8).span), delay > 0 else {
        throw .expected("a delay with its unit, such as 250ms, 5s or 1m30s")
      }
      return delay
    }
  }
}
