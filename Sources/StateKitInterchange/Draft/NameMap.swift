import StateKitCore

/// Values by names. Names are bytes here: two that look alike, of which one has its accents apart, are two.
struct NameMap<Value> {
  private var table = NameTable()
  /// In the order in which their names came up.
  private(set) var values: [Value] = []

  init(_ entries: [(name: String, value: Value)] = []) {
    for (name, value) in entries { self[name] = value }
  }

  var isEmpty: Bool { values.isEmpty }

  /// The names, in the order in which they came up.
  var names: [String] { values.indices.map { table.text(NameID(rawValue: Int32($0))) } }

  /// What a name has; what was set last.
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

  /// What a name has already; where it has nothing it gets `value`, and nil comes back.
  @discardableResult
  mutating func claim(_ name: String, value: Value) -> Value? {
    let index = table.intern(name).index
    if index < values.count { return values[index] }
    values.append(value)
    return nil
  }

  /// What a name has; `first` where it has nothing yet.
  subscript(name: String, default first: @autoclosure () -> Value) -> Value {
    get { self[name] ?? first() }
    _modify {
      let name = table.intern(name)
      if name.index == values.count { values.append(first()) }
      yield &values[name.index]
    }
  }
}

/// Names, each once.
struct NameSet {
  private var table = NameTable()

  init() {}

  init(_ names: some Sequence<String>) { formUnion(names) }

  /// Whether the name was new.
  @discardableResult
  mutating func insert(_ name: String) -> Bool {
    let before = table.count
    return table.intern(name).index == before
  }

  mutating func formUnion(_ names: some Sequence<String>) {
    for name in names { insert(name) }
  }

  func contains(_ name: String) -> Bool { table.find(name) != nil }

  /// In the order in which they came up.
  var names: [String] { (0..<table.count).map { table.text(NameID(rawValue: Int32($0))) } }
}
