/// The type of a value, if it is known without a run.
package indirect enum StaticType: Equatable, Sendable {
  /// Anything.
  case dyn
  case null, bool, int, uint, double, string, bytes, list, map, timestamp, duration, type
  /// A map with exactly these fields.
  case record(Record)

  package struct Field: Equatable, Sendable {
    package let name: String
    package let type: StaticType

    package init(_ name: String, type: StaticType) {
      self.name = name
      self.type = type
    }
  }

  package struct Record: Equatable, Sendable {
    package let fields: [Field]
    /// The indices of the fields by name; empty for a short list, which is searched linearly.
    private var indices: [[UInt8]: Int] = [:]

    package init(_ fields: [Field]) {
      self.fields = fields
      if fields.count <= 8 { return }
      for (index, field) in fields.enumerated() { indices[Array(field.name.utf8)] = index }
    }

    func type(of name: String) -> StaticType? {
      if indices.isEmpty { return fields.first { isSame($0.name, name) }?.type }
      return indices[Array(name.utf8)].map { fields[$0].type }
    }
  }

  /// The type of a variable that begins with this value. Null may become anything.
  package init(of value: Value) {
    switch value {
    case .null: self = .dyn
    case .bool: self = .bool
    case .int: self = .int
    case .uint: self = .uint
    case .double: self = .double
    case .string: self = .string
    case .bytes: self = .bytes
    case .list: self = .list
    case .map: self = .map
    case .timestamp: self = .timestamp
    case .duration: self = .duration
    case .type: self = .type
    }
  }

  /// The type's name in messages.
  package var name: String {
    switch self {
    case .record: "map"
    default: String(describing: self)
    }
  }

  var isNumber: Bool {
    switch self {
    case .int, .uint, .double: true
    default: false
    }
  }

  /// A record counts as a map.
  package var base: StaticType {
    if case .record = self { .map } else { self }
  }
}

extension BinaryOperator {
  /// The type of the result for known types of both sides; nil if no overload fits.
  func result(_ left: StaticType, _ right: StaticType) -> StaticType? {
    switch self {
    case .equal, .unequal: return .bool
    case .contained: return [.dyn, .list, .map].contains(right.base) ? .bool : nil
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if left == .dyn || right == .dyn || left.isNumber && right.isNumber { return .bool }
      return left == right && [.bool, .string, .bytes, .timestamp, .duration].contains(left) ? .bool : nil
    case .add, .subtract, .multiply, .divide, .modulo: return arithmetic(left, right)
    }
  }

  private func arithmetic(_ left: StaticType, _ right: StaticType) -> StaticType? {
    if left == .dyn || right == .dyn {
      let known = left == .dyn ? right : left
      return known == .dyn || accepts(known) ? .dyn : nil
    }
    if left == right, accepts(left) { return self == .subtract && left == .timestamp ? .duration : left }
    // Widening: an int with a double is computed in double.
    if self != .modulo, [left, right].contains(.double), [left, right].contains(.int) { return .double }
    switch (self, left, right) {
    case (.add, .timestamp, .duration), (.add, .duration, .timestamp), (.subtract, .timestamp, .duration):
      return .timestamp
    default: return nil
    }
  }

  /// True if the operator accepts the type on either side.
  private func accepts(_ type: StaticType) -> Bool {
    switch (self, type) {
    case (_, .int), (_, .uint): true
    case (.modulo, _): false
    case (_, .double): true
    case (.add, .string), (.add, .bytes), (.add, .list), (.add, .duration), (.subtract, .duration): true
    case (.subtract, .timestamp): true
    default: false
    }
  }
}
