internal import CEL

/// Converts between payloads and `Codable` values.
enum PayloadCoding {
  /// The deepest nesting of an encoded value; each level is a recursive call.
  static let deepest = 512

  /// The reason why a value cannot be at a path; nil if it can.
  static func problem(at path: [any CodingKey]) -> String? {
    path.count > deepest ? "a value nested deeper than \(deepest), the limit" : nil
  }

  /// Encodes a value as a payload.
  ///
  /// - Throws: `EncodingError` if JSON cannot represent it, and the errors of the value.
  static func encode<T: Encodable>(_ value: T, at path: [any CodingKey] = []) throws -> Payload {
    if let text = problem(at: path) {
      throw EncodingError.invalidValue("", .init(codingPath: [], debugDescription: text))
    }
    // A cast is slow, comparing types is not.
    if T.self == Payload.self, let payload = value as? Payload { return try checked(payload, of: value, at: path) }
    let slot = EncodedSlot()
    try value.encode(to: PayloadEncoder(slot, path: path))
    return try checked(Payload(checked: slot.value), of: value, at: path)
  }

  /// Returns the payload of a value; throws if JSON cannot represent it.
  static func checked(
    _ payload: Payload, of value: @autoclosure () -> Any, at path: @autoclosure () -> [any CodingKey]
  ) throws -> Payload {
    guard let problem = payload.problem else { return payload }
    throw EncodingError.invalidValue(value(), .init(codingPath: path(), debugDescription: problem))
  }

  /// Decodes a payload as a type.
  ///
  /// - Throws: `DecodingError` if it does not fit.
  static func decode<T: Decodable>(_ type: T.Type, from payload: Payload) throws -> T {
    try PayloadDecoder(payload, path: []).decode(type)
  }
}

/// The destination of an encoded value. Containers within it may be filled in any order, until the value is read.
private final class EncodedSlot {
  enum Kind { case single, list, map }

  private var kind = Kind.single
  private var single = ChartValue.null
  /// The elements of a list, without keys, or the entries of a map.
  private var entries: [(key: ChartValue, value: ChartValue)] = []
  /// The containers within it, by the indices of their entries.
  private var nested: [(index: Int, slot: EncodedSlot)] = []

  var count: Int { entries.count }

  var value: ChartValue {
    for (index, slot) in nested { entries[index].value = slot.value }
    return switch kind {
    case .single: single
    case .list: .list(ListValue(entries.map(\.value)))
    case .map: .map(.lastOfEachKey(entries))
    }
  }

  func set(_ payload: Payload) {
    begin(.single)
    single = payload.value
  }

  /// Begins a container, or continues one of the same kind.
  func begin(_ kind: Kind) {
    if self.kind == kind { return }
    (self.kind, entries, nested) = (kind, [], [])
  }

  /// Appends an element, or an entry with a key.
  func append(_ payload: Payload, key: ChartValue = .null) {
    entries.append((key, payload.value))
  }

  /// Appends a container, as an element or as an entry with a key.
  func appendSlot(key: ChartValue = .null) -> EncodedSlot {
    let slot = EncodedSlot()
    nested.append((count, slot))
    append(.null, key: key)
    return slot
  }
}

private struct PayloadEncoder: Encoder, SingleValueEncodingContainer {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ slot: EncodedSlot, path: [any CodingKey]) {
    self.slot = slot
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.begin(.map)
    return KeyedEncodingContainer(MapEncoder<Key>(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.begin(.list)
    return ListEncoder(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { slot.set(.null) }
  func encode(_ value: Bool) { slot.set(.bool(value)) }
  func encode(_ value: String) { slot.set(.string(value)) }
  func encode(_ value: Double) throws { slot.set(try .encoded(value, at: codingPath)) }
  func encode(_ value: Float) throws { slot.set(try .encoded(Double(value), at: codingPath)) }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T) { slot.set(.encoded(value)) }
  // For these types the standard library has functions of its own, which throw.
  func encode(_ value: Int128) { slot.set(.encoded(value)) }
  func encode(_ value: UInt128) { slot.set(.encoded(value)) }
  func encode<T: Encodable>(_ value: T) throws { slot.set(try PayloadCoding.encode(value, at: codingPath)) }
}

extension Payload {
  /// A whole number; beyond 64 bits, the nearest double.
  fileprivate static func encoded(_ number: some BinaryInteger) -> Payload {
    Int(exactly: number).map { .int($0) } ?? .double(Double(number))
  }

  /// A number with a fraction; throws if it is not finite.
  fileprivate static func encoded(_ number: Double, at path: @autoclosure () -> [any CodingKey]) throws -> Payload {
    try PayloadCoding.checked(.double(number), of: number, at: path())
  }
}

private struct ListEncoder: UnkeyedEncodingContainer {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  private var nextPath: [any CodingKey] { codingPath + [AnyKey(index: count)] }

  private func next() -> PayloadEncoder {
    let path = nextPath
    return PayloadEncoder(slot.appendSlot(), path: path)
  }

  func encodeNil() { slot.append(.null) }
  func encode<T: Encodable>(_ value: T) throws { slot.append(try PayloadCoding.encode(value, at: nextPath)) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    next().container(keyedBy: type)
  }

  func encode(_ value: Int128) { slot.append(.encoded(value)) }
  func encode(_ value: UInt128) { slot.append(.encoded(value)) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
  func superEncoder() -> any Encoder { next() }
}

private struct MapEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]

  private func next(_ key: any CodingKey) -> PayloadEncoder {
    PayloadEncoder(slot.appendSlot(key: .string(key.stringValue)), path: codingPath + [key])
  }

  private func put(_ payload: Payload, forKey key: Key) {
    slot.append(payload, key: .string(key.stringValue))
  }

  func encodeNil(forKey key: Key) { put(.null, forKey: key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    put(try PayloadCoding.encode(value, at: codingPath + [key]), forKey: key)
  }

  // The usual types need no encoder.

  func encode(_ value: Bool, forKey key: Key) { put(.bool(value), forKey: key) }
  func encode(_ value: Int, forKey key: Key) { put(.int(value), forKey: key) }
  func encode(_ value: Double, forKey key: Key) throws { put(try .encoded(value, at: codingPath + [key]), forKey: key) }
  func encode(_ value: String, forKey key: Key) { put(.string(value), forKey: key) }
  func encode(_ value: Int128, forKey key: Key) { put(.encoded(value), forKey: key) }
  func encode(_ value: UInt128, forKey key: Key) { put(.encoded(value), forKey: key) }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    next(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { next(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { next(AnyKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { next(key) }
}
