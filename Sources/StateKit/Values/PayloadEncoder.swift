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
  static func encode(_ value: some Encodable) throws -> Payload {
    if type(of: value) == Payload.self, let payload = value as? Payload { return try checked(payload, of: value) }
    let slot = EncodedSlot()
    try PayloadEncoder(slot, path: []).encode(value)
    return try checked(slot.payload(), of: value)
  }

  /// Returns the payload of a value; throws if JSON cannot represent it.
  static func checked(_ payload: Payload, of value: Any, at path: [any CodingKey] = []) throws -> Payload {
    guard let problem = payload.problem else { return payload }
    throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: problem))
  }

  /// Decodes a payload as a type.
  ///
  /// - Throws: `DecodingError` if it does not fit.
  static func decode<T: Decodable>(_ type: T.Type, from payload: Payload) throws -> T {
    try PayloadDecoder(payload, path: []).decode(type)
  }
}

/// The destination of an encoded value; containers may be filled in any order.
private final class EncodedSlot {
  enum Content {
    case nothing
    case payload(Payload)
    case list([EncodedSlot])
    case map([(key: String, slot: EncodedSlot)])
  }

  var content = Content.nothing

  func payload() -> Payload {
    switch content {
    case .nothing: .null
    case .payload(let payload): payload
    case .list(let slots): .list(slots.map { $0.payload() })
    case .map(let entries): .map(entries.map { ($0.key, $0.slot.payload()) })
    }
  }

  func makeList() {
    if case .list = content { return }
    content = .list([])
  }

  func makeMap() {
    if case .map = content { return }
    content = .map([])
  }

  var count: Int {
    if case .list(let slots) = content { slots.count } else { 0 }
  }

  func append() -> EncodedSlot {
    let slot = EncodedSlot()
    guard case .list(var slots) = content else { return slot }
    content = .nothing
    slots.append(slot)
    content = .list(slots)
    return slot
  }

  func append(_ key: String) -> EncodedSlot {
    let slot = EncodedSlot()
    guard case .map(var entries) = content else { return slot }
    content = .nothing
    entries.append((key, slot))
    content = .map(entries)
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
    slot.makeMap()
    return KeyedEncodingContainer(MapEncoder<Key>(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.makeList()
    return ListEncoder(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func put(_ payload: Payload) {
    slot.content = .payload(payload)
  }

  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.bool(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Double) throws { put(try PayloadCoding.checked(.double(value), of: value, at: codingPath)) }
  func encode(_ value: Float) throws {
    put(try PayloadCoding.checked(.double(Double(value)), of: value, at: codingPath))
  }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T) { put(whole(value)) }
  // For these types the standard library has functions of its own, which throw.
  func encode(_ value: Int128) { put(whole(value)) }
  func encode(_ value: UInt128) { put(whole(value)) }

  func encode<T: Encodable>(_ value: T) throws {
    if let text = PayloadCoding.problem(at: codingPath) {
      throw EncodingError.invalidValue("", .init(codingPath: [], debugDescription: text))
    }
    // A cast is slow, comparing types is not.
    if T.self == Payload.self, let payload = value as? Payload {
      put(try PayloadCoding.checked(payload, of: value, at: codingPath))
    } else {
      try value.encode(to: self)
    }
  }

  /// A whole number; beyond 64 bits, the nearest double.
  private func whole(_ number: some BinaryInteger) -> Payload {
    Int(exactly: number).map { .int($0) } ?? .double(Double(number))
  }
}

private struct ListEncoder: UnkeyedEncodingContainer {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  private func next() -> PayloadEncoder {
    let key = AnyKey(index: count)
    return PayloadEncoder(slot.append(), path: codingPath + [key])
  }

  func encodeNil() { next().encodeNil() }
  func encode<T: Encodable>(_ value: T) throws { try next().encode(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    next().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
  func superEncoder() -> any Encoder { next() }
}

private struct MapEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: EncodedSlot
  let codingPath: [any CodingKey]

  private func next(_ key: any CodingKey) -> PayloadEncoder {
    PayloadEncoder(slot.append(key.stringValue), path: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { put(.null, forKey: key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try next(key).encode(value) }

  // The usual types need no encoder.

  func encode(_ value: Bool, forKey key: Key) { put(.bool(value), forKey: key) }
  func encode(_ value: Int, forKey key: Key) { put(.int(value), forKey: key) }
  func encode(_ value: String, forKey key: Key) { put(.string(value), forKey: key) }

  private func put(_ payload: Payload, forKey key: Key) {
    slot.append(key.stringValue).content = .payload(payload)
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    next(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { next(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { next(AnyKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { next(key) }
}
