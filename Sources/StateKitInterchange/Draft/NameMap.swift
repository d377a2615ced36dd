import StateKitCore

/// Values by names. Names are compared as bytes: two names that look alike but differ in how accents are encoded are
/// two names.
struct NameMap<Value> {
  private var table = NameTable()
  /// The values in order of first occurrence of their names.
  private(set) var values: [Value] = []

  init(_ entries: [(name: String, value: Value)] = []) {
    for (name, value) in entries { self[name] = value }
  }

  var isEmpty: Bool { values.isEmpty }

  /// The names in order of first occurrence.
  var names: [String] { values.indices.map { table.text(NameID(rawValue: Int32($0))) } }

  func value(of name: Span<UInt8>) -> Value? { table.find(name).map { values[$0.index] } }

  /// The value of a name; a later value replaces an earlier one.
  subscript(name: String) -> Value? {
    get { table.find(name).map { values[$0.index] } }
    set {
      guard let newValue else { return }
      let name = table.intern(name)
      if name.index < values.count {
        values[name.index] = newValue
      } else {
        values.append(newValue)
      }
    }
  }

  /// The existing value of a name. A name without a value gets `value`, and the result is nil.
  @discardableResult
  mutating func claim(_ name: String, value: Value) -> Value? {
    let index = table.intern(name).index
    if index < values.count { return values[index] }
    values.append(value)
    return nil
  }

  /// The value of a name, or `first` if it has none yet.
  subscript(name: String, default first: @autoclosure () -> Value) -> Value {
    get { self[name] ?? first() }
    _modify {
      let name = table.intern(name)
      if name.index == values.count { values.append(first()) }
      yield &values[name.index]
    }
  }
}

struct NameSet {
  private var table = NameTable()

  init() {}

  init(_ names: some Sequence<String>) { formUnion(names) }

  /// Adds a name. Returns true if it is new.
  @discardableResult
  mutating func insert(_ name: String) -> Bool {
    let before = table.count
    return table.intern(name).index == before
  }

  mutating func formUnion(_ names: some Sequence<String>) { for name in names { insert(name) } }

  func contains(_ name: String) -> Bool { table.find(name) != nil }

  /// The names in order of first occurrence.
  var names: [String] { (0..<table.count).map { table.text(NameID(rawValue: Int32($0))) } }
}
