internal import CEL

extension Payload: Codable {
  /// Reads any value from a decoder: null, a bool, a number, a text, a list or a map.
  ///
  /// - Throws: `DecodingError` for any other value.
  public init(from decoder: any Decoder) throws {
    if let own = decoder as? PayloadDecoder {
      self = own.payload
      return
    }
    if let problem = PayloadCoding.problem(at: decoder.codingPath) {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: problem))
    }
    if let list = try? decoder.unkeyedContainer() {
      var list = list
      var elements: [Payload] = []
      while !list.isAtEnd { elements.append(try list.decode(Payload.self)) }
      self = .list(elements)
    } else if let map = try? decoder.container(keyedBy: AnyKey.self) {
      self = .map(try map.allKeys.map { ($0.stringValue, try map.decode(Payload.self, forKey: $0)) })
    } else {
      let one = try decoder.singleValueContainer()
      if one.decodeNil() {
        self = .null
      } else if let flag = try? one.decode(Bool.self) {
        self = .bool(flag)
      } else if let number = try? one.decode(Int.self) {
        self = .int(number)
      } else if let number = try? one.decode(Double.self) {
        self = .double(number)
      } else {
        self = .string(try one.decode(String.self))
      }
    }
  }

  /// Writes the value with any encoder.
  ///
  /// - Throws: `EncodingError` if JSON cannot represent the value, and the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    if let problem = problem ?? PayloadCoding.problem(at: encoder.codingPath) {
      throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: problem))
    }
    switch value {
    case .list(let list):
      var container = encoder.unkeyedContainer()
      for element in list.elements { try container.encode(Payload(element)) }
    case .map:
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in map ?? [] { try container.encode(value, forKey: AnyKey(key)) }
    default:
      var container = encoder.singleValueContainer()
      switch value {
      case .bool(let flag): try container.encode(flag)
      case .int(let number): try container.encode(number)
      case .uint(let number): try container.encode(number)
      case .double(let number): try container.encode(number)
      case .string(let text): try container.encode(text)
      default: try container.encodeNil()
      }
    }
  }
}

/// A key of a map, or the index of an element.
enum AnyKey: CodingKey {
  case text(String)
  case index(Int)

  var stringValue: String {
    switch self {
    case .text(let text): text
    case .index(let index): String(index)
    }
  }

  var intValue: Int? {
    if case .index(let index) = self { index } else { nil }
  }

  init(_ text: String) { self = .text(text) }
  init(index: Int) { self = .index(index) }
  init?(stringValue: String) { self = .text(stringValue) }
  init?(intValue: Int) { self = .index(intValue) }
}
