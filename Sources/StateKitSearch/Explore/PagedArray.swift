/// A list that grows without moving its elements, in pages of one size.
struct PagedArray<Element: Sendable>: Sendable {
  private static var shift: Int { 14 }
  private static var mask: Int { 1 << shift - 1 }

  private var pages: [[Element]] = []
  private(set) var count = 0

  mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      var page: [Element] = []
      page.reserveCapacity(count == 0 ? 64 : 1 << Self.shift)
      pages.append(page)
    }
    pages[count >> Self.shift].append(element)
    count += 1
  }

  subscript(index: Int) -> Element {
    get { pages[index >> Self.shift][index & Self.mask] }
    set { pages[index >> Self.shift][index & Self.mask] = newValue }
  }

  /// Bytes that the elements take.
  var bytes: Int { count * MemoryLayout<Element>.stride }
}
