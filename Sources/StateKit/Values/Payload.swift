internal import CEL
internal import StateKitCore
internal import StateKitFormat

/// The payload of an event, the value of a context key, or the data of an action: any value that JSON can represent.
///
/// Whole numbers have 64 bits; a larger one becomes the nearest `Double`, as in JavaScript. Texts and keys are compared
/// by their UTF-8, a whole number equals the same number as a `Double`, and the order of a map's keys does not matter.
/// A value that JSON cannot represent (a number that is not finite, a value nested deeper than 4,096 or of more than
/// 1,000,000 nodes) can be created, but an event with it is rejected.
public struct Payload: Sendable {
  let value: ChartValue
  /// An object, because payloads are copied often and few have a problem.
  private let misfit: Box<String>?
  /// The reason why every machine rejects it; nil for a valid value.
  var problem: String? { misfit?.value }

  init(_ value: ChartValue) {
    self.value = value
    misfit = nil
  }

  init(problem: String) {
    value = .null
    misfit = Box(problem)
  }

  /// Creates a list or a map, or records why it is too large.
  init(checked value: ChartValue, problem: String? = nil) {
    if let problem = problem ?? DataModel.whyNotKept(value) {
      self.init(problem: problem)
    } else {
      self.init(value)
    }
  }

  /// Null. An event with a null payload is an event without a payload.
  public static var null: Payload { Payload(.null) }

  /// A truth value.
  public static func bool(_ value: Bool) -> Payload { Payload(.bool(value)) }

  /// A whole number.
  public static func int(_ value: Int) -> Payload { Payload(.int(Int64(value))) }

  /// A number with a fraction.
  public static func double(_ value: Double) -> Payload {
    value.isFinite ? Payload(.double(value)) : Payload(problem: "a double that is not finite cannot be kept")
  }

  /// A text.
  public static func string(_ value: String) -> Payload { Payload(.string(value)) }

  /// A list.
  public static func list(_ elements: [Payload]) -> Payload {
    let value = ChartValue.list(ListValue(elements.map(\.value)))
    return Payload(checked: value, problem: elements.lazy.compactMap(\.problem).first)
  }

  /// A map in the order of its entries; the last of several equal keys counts.
  ///
  /// - Parameter entries: keys with their values.
  /// - Returns: the map.
  public static func map(_ entries: [(key: String, value: Payload)]) -> Payload {
    let map = MapValue.lastOfEachKey(entries.map { (.string($0.key), $0.value.value) })
    return Payload(checked: .map(map), problem: entries.lazy.compactMap(\.value.problem).first)
  }

  /// A map with its keys in UTF-8 order.
  public static func map(_ entries: [String: Payload]) -> Payload {
    map(entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) })
  }

  /// Parses a JSON text; nil if the bytes are not JSON.
  ///
  /// - Parameter json: the bytes of one JSON value, UTF-8.
  public init?(json: some Sequence<UInt8>) {
    // An integer of more than 64 bits is a double, as in other readers.
    guard let value = JSONText.value(of: Array(json), widensIntegers: true) else { return nil }
    self.init(checked: value)
  }
}

extension Payload {
  /// True for null.
  public var isNull: Bool {
    if case .null = value { true } else { false }
  }

  /// The truth value; nil for another type.
  public var bool: Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  /// The whole number, also from a double without a fraction; nil for another value.
  public var int: Int? {
    switch value {
    case .int(let number): Int(exactly: number)
    case .uint(let number): Int(exactly: number)
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  /// The number as a double; nil for another type.
  public var double: Double? {
    switch value {
    case .double(let number): number
    case .int(let number): Double(number)
    case .uint(let number): Double(number)
    default: nil
    }
  }

  /// The text; nil for another type.
  public var string: String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// The elements of the list; nil for another type.
  public var list: [Payload]? {
    if case .list(let list) = value { list.elements.map { Payload($0) } } else { nil }
  }

  /// The entries of the map in their order; nil for another type.
  public var map: [(key: String, value: Payload)]? {
    guard case .map(let map) = value else { return nil }
    return map.entries.compactMap { entry in
      if case .string(let key) = entry.key { (key, Payload(entry.value)) } else { nil }
    }
  }

  /// The value of a key; nil if this is not a map or does not have the key.
  public subscript(key: String) -> Payload? {
    guard case .map(let map) = value else { return nil }
    return map[key].map { Payload($0) }
  }

  /// An element of a list by its index; nil if this is not a list or the index is out of range.
  public subscript(index: Int) -> Payload? {
    guard case .list(let list) = value, list.elements.indices.contains(index) else { return nil }
    return Payload(list.elements[index])
  }

  /// The value as compact JSON.
  public var json: [UInt8] { Array(text.utf8) }

  private var text: String { value.json }
}

extension Payload: CustomStringConvertible {
  /// The value as compact JSON, or the reason why it is not valid.
  public var description: String { problem ?? text }
}

extension Payload: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `nil`: null.
  public init(nilLiteral: ()) { self = .null }
  /// `true`
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// `25`
  public init(integerLiteral value: Int) { self = .int(value) }
  /// `2.5`
  public init(floatLiteral value: Double) { self = .double(value) }
  /// `"Ann"`
  public init(stringLiteral value: String) { self = .string(value) }
  /// `[1, "a"]`
  public init(arrayLiteral elements: Payload...) { self = .list(elements) }
  /// `["by": "Ann"]`; the last of several equal keys counts.
  public init(dictionaryLiteral elements: (String, Payload)...) {
    self = .map(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension Payload: Hashable {
  /// True if two payloads are equal by the rules of the type.
  public static func == (a: Payload, b: Payload) -> Bool {
    var todo = [(a.value, b.value)]
    // Uses a stack of its own: a value may be as deep as JSON allows.
    while let (one, other) = todo.popLast() {
      switch (one, other) {
      case (.null, .null): continue
      case (.bool(let one), .bool(let other)): if one != other { return false }
      case (.string(let one), .string(let other)): if !one.utf8.elementsEqual(other.utf8) { return false }
      case (.list(let one), .list(let other)):
        if one.elements.count != other.elements.count { return false }
        todo.append(contentsOf: zip(one.elements, other.elements))
      case (.map(let one), .map(let other)):
        if one.entries.count != other.entries.count { return false }
        for entry in one.entries {
          guard let found = other[entry.key] else { return false }
          todo.append((entry.value, found))
        }
      default:
        guard let one = Number(one), let other = Number(other), one == other else { return false }
      }
    }
    return a.problem == nil && b.problem == nil || a.problem != nil && b.problem != nil
  }

  /// Hashes by the rules of equality.
  public func hash(into hasher: inout Hasher) {
    var todo = [value]
    while let value = todo.popLast() {
      switch value {
      case .list(let list):
        hasher.combine(list.elements.count)
        todo.append(contentsOf: list.elements)
      // The order of the entries does not matter.
      case .map(let map): hasher.combine(map.entries.count)
      case .string(let text): hasher.combine(Name(text))
      case .bool(let flag): hasher.combine(flag)
      default: hasher.combine(Number(value))
      }
    }
  }

  /// A number for hashing: equal numbers have one representation.
  private enum Number: Hashable {
    case int(Int64)
    case uint(UInt64)
    case double(Double)

    init?(_ value: ChartValue) {
      switch value {
      case .int(let number): self = .int(number)
      case .uint(let number): self = Int64(exactly: number).map { .int($0) } ?? .uint(number)
      case .double(let number): self = Int64(exactly: number).map { .int($0) } ?? .double(number)
      default: return nil
      }
    }
  }
}

extension MapValue {
  /// Creates a map in which the last of several equal keys counts.
  static func lastOfEachKey(_ entries: [(key: ChartValue, value: ChartValue)]) -> MapValue {
    let map = MapValue(entries)
    if !map.hasRepeatedKey { return map }
    var kept = entries
    for entry in entries {
      if let first = map.index(of: entry.key) { kept[first].value = entry.value }
    }
    return MapValue(kept.indices.filter { map.index(of: kept[$0].key) == $0 }.map { kept[$0] })
  }
}
