package import CEL
import StateKitCore

/// A host action that a program or a log says was done: a name, or an object with `name` and `data`.
package struct ToldAction: Sendable {
  package let name: String
  package let data: Value?
  /// False for a bare name: the data are not compared.
  package let hasData: Bool

  /// Reads a value; nil if it is not an action.
  package init?(_ value: Value) {
    switch value {
    case .string(let name): (self.name, data, hasData) = (name, nil, false)
    case .map(let map):
      guard case .string(let name)? = map["name"] else { return nil }
      (self.name, data, hasData) = (name, map["data"], map["data"] != nil)
    default: return nil
    }
  }

  /// Creates a bare name.
  package init(name: String) {
    (self.name, data, hasData) = (name, nil, false)
  }

  /// True if the chart's action has this name, as `name` translates it, and these data.
  package func agrees(with made: Carried, name: (String) -> String) -> Bool {
    made.name.utf8.elementsEqual(name(self.name).utf8)
      && (!hasData || (made.data ?? .null).agrees(with: data ?? .null))
  }
}

extension Value {
  /// True for equal JSON values. Programs may write 1.0 as 1; the order of keys does not matter.
  package func agrees(with other: Value) -> Bool {
    // A stack of its own: a value may be as deep as JSON allows.
    var open = [(self, other)]
    while let (a, b) = open.popLast() {
      switch (a, b) {
      case (.list(let first), .list(let second)):
        if first.elements.count != second.elements.count { return false }
        open.append(contentsOf: zip(first.elements, second.elements))
      case (.map(let first), .map(let second)):
        if first.entries.count != second.entries.count { return false }
        for entry in first.entries {
          guard case .string(let key) = entry.key, let other = second[key] else { return false }
          open.append((entry.value, other))
        }
      default:
        if let first = a.exactDouble, let second = b.exactDouble, first == second { continue }
        guard a.isSameScalar(as: b) else { return false }
      }
    }
    return true
  }

  /// The number as a double; nil for other values, and for whole numbers that no double equals.
  private var exactDouble: Double? {
    switch self {
    case .int(let number): Double(exactly: number)
    case .double(let number): number
    default: nil
    }
  }

  private func isSameScalar(as other: Value) -> Bool {
    var first = ByteBuffer()
    var second = ByteBuffer()
    appendIdentity(to: &first, asJSON: true)
    other.appendIdentity(to: &second, asJSON: true)
    return first.bytes == second.bytes
  }
}
