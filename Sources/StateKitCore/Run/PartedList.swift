/// A list in parts. Copies of the list share the parts, and a change copies only the part that it changes.
struct PartedList<Element> {
  /// Each part is full, except the last one in use. Empty parts may follow: a list whose length changes around the end
  /// of a part allocates nothing.
  private var parts: [[Element]] = []
  private(set) var count = 0

  /// A part has `1 << bits` elements.
  private static var bits: Int { 6 }
  private static var mask: Int { 1 << bits - 1 }

  mutating func append(_ element: Element) {
    let part = count >> Self.bits
    if part == parts.count { parts.append([]) }
    parts[part].append(element)
    count += 1
  }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    let part = count >> Self.bits
    if part + 2 < parts.count { parts.removeLast() }
    return parts[part].popLast()
  }

  mutating func removeAll() {
    parts.removeAll()
    count = 0
  }
}

extension PartedList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get { parts[index >> Self.bits][index & Self.mask] }
    set { parts[index >> Self.bits][index & Self.mask] = newValue }
  }
}

extension PartedList: Sendable where Element: Sendable {}
