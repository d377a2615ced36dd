import StateKitCore

/// Lists by their texts. All lists beyond the limit share an index, which stands for the last of them.
struct SaidLists<Element> {
  private var table = NameTable()
  private(set) var lists: [[Element]?] = []
  /// The limit of kept lists.
  private(set) var most: Int
  /// The bytes that more lists may take; each list takes several times its text.
  private var freeBytes: Int

  /// The bytes that a list takes on average, if as many as the limit are kept.
  private static var bytesEach: Int { 1_000 }

  init(most: Int) {
    self.most = most
    freeBytes = most * Self.bytesEach
  }

  /// The index of a list; `make` is called for a new one. `text`: the key, which is also shown.
  mutating func index(of text: Span<UInt8>, make: () -> [Element]?) -> Int32 {
    if lists.count > most {
      if let id = table.find(text), id.index < most { return id.rawValue }
      lists[most] = make()
      return Int32(most)
    }
    let id = table.intern(text)
    if id.index == lists.count {
      lists.append(make())
      freeBytes -= 8 * text.count
      if freeBytes < 0 { most = id.index }
    }
    return id.rawValue
  }

  /// True if the index stands for one list only.
  func isKept(_ index: Int32) -> Bool { Int(index) < min(lists.count, most) }

  /// The list at an index, if it is one that is kept.
  func kept(_ index: Int32) -> [Element]? { isKept(index) ? lists[Int(index)] : nil }

  /// The text of a list that is kept; nil for another one.
  func text(_ index: Int32) -> String? { isKept(index) ? table.text(NameID(rawValue: index)) : nil }
}
