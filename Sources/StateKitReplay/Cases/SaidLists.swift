import StateKitCore

/// Lists by their texts. All lists beyond the limit share an index, which stands for the last of them.
struct SaidLists<Element> {
  private var table = NameTable()
  private(set) var lists: [[Element]?] = []
  let most: Int

  init(most: Int) {
    self.most = most
  }

  /// The index of a list; `make` is called for a new one. `text`: the key, which is also shown.
  mutating func index(of text: Span<UInt8>, make: () -> [Element]?) -> Int32 {
    if lists.count > most, table.find(text) == nil {
      lists[most] = make()
      return Int32(most)
    }
    let id = table.intern(text)
    if id.index == lists.count { lists.append(make()) }
    return id.rawValue
  }

  /// True if the index stands for one list only.
  func isKept(_ index: Int32) -> Bool { Int(index) < min(lists.count, most) }

  /// The list at an index, if it is one that is kept.
  func kept(_ index: Int32) -> [Element]? { isKept(index) ? lists[Int(index)] : nil }

  /// The text of a list that is kept; nil for another one.
  func text(_ index: Int32) -> String? { isKept(index) ? table.text(NameID(rawValue: index)) : nil }
}
