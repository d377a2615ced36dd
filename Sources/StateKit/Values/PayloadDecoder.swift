internal import CEL

/// Reads a payload as a `Decodable` value.
struct PayloadDecoder: Decoder, SingleValueDecodingContainer {
  let payload: Payload
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ payload: Payload, path: [any CodingKey]) {
    self.payload = payload
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .map(let map) = payload.value else { throw mismatch([String: Payload].self, wanted: "a map") }
    return KeyedDecodingContainer(MapDecoder<Key>(map: map, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let list) = payload.value else { throw mismatch([Payload].self, wanted: "a list") }
    return ListDecoder(elements: list.elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { payload.isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try found(payload.bool, type: type, wanted: "a bool") }
  func decode(_ type: String.Type) throws -> String { try found(payload.string, type: type, wanted: "a text") }
  func decode(_ type: Double.Type) throws -> Double { try found(payload.double, type: type, wanted: "a number") }
  func decode(_ type: Float.Type) throws -> Float {
    let number = Float(try found(payload.double, type: type, wanted: "a number"))
    return try found(number.isFinite ? number : nil, type: type, wanted: "a number of 32 bits")
  }
  func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T { try whole(type) }
  // For these types the standard library has functions of its own, which throw.
  func decode(_ type: Int128.Type) throws -> Int128 { try whole(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try whole(type) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let text = PayloadCoding.problem(at: codingPath) {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text))
    }
    return try T(from: self)
  }

  private func whole<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    let exact: T? =
      switch payload.value {
      case .int(let number): T(exactly: number)
      case .uint(let number): T(exactly: number)
      case .double(let number): T(exactly: number)
      default: nil
      }
    let isWhole = payload.double.map { $0.rounded() == $0 } ?? false
    return try found(exact, type: type, wanted: isWhole ? "a whole number of \(T.bitWidth) bits" : "a whole number")
  }

  private func found<T>(_ value: T?, type: Any.Type, wanted: String) throws -> T {
    if let value { return value }
    throw mismatch(type, wanted: wanted)
  }

  private func mismatch(_ type: Any.Type, wanted: String) -> DecodingError {
    let text = "\(wanted) is needed, this is \(payload.isNull ? "null" : payload.value.typeName.rawValue)"
    return payload.isNull
      ? .valueNotFound(type, .init(codingPath: codingPath, debugDescription: text))
      : .typeMismatch(type, .init(codingPath: codingPath, debugDescription: text))
  }
}

private struct ListDecoder: UnkeyedDecodingContainer {
  let elements: [Value]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [Value], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  /// Calls `body` with the decoder of the next element, and advances if it succeeds.
  private mutating func next<T>(_ type: Any.Type, body: (PayloadDecoder) throws -> T) throws -> T {
    let path = codingPath + [AnyKey(index: currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: path, debugDescription: "the list has no more elements"))
    }
    let result = try body(PayloadDecoder(Payload(elements[currentIndex]), path: path))
    currentIndex += 1
    return result
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next(type) { try $0.decode(type) }
  }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) { try $0.decode(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) { try $0.decode(type) } }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try next(type) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([Payload].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next(Payload.self) { $0 }
  }
}

private struct MapDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let map: MapValue
  let codingPath: [any CodingKey]

  var allKeys: [Key] {
    map.entries.compactMap { entry in
      if case .string(let key) = entry.key { Key(stringValue: key) } else { nil }
    }
  }

  func contains(_ key: Key) -> Bool { map[key.stringValue] != nil }

  private func decoder(_ key: any CodingKey) throws -> PayloadDecoder {
    guard let value = map[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "there is no such key"))
    }
    return PayloadDecoder(Payload(value), path: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).decode(type) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoder(key).decode(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoder(key).decode(type) }

  // The usual types need no decoder, unless the value does not fit.

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try map[key.stringValue].flatMap { Payload($0).bool } ?? decoder(key).decode(type)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try map[key.stringValue].flatMap { Payload($0).int } ?? decoder(key).decode(type)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try map[key.stringValue].flatMap { Payload($0).double } ?? decoder(key).decode(type)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try map[key.stringValue].flatMap { Payload($0).string } ?? decoder(key).decode(type)
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) throws -> KeyedDecodingContainer<
    Inner
  > {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    PayloadDecoder(map["super"].map { Payload($0) } ?? .null, path: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}
