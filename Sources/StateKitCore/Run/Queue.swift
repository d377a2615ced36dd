/// A queue: first in, first out.
package struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  package init() {}

  var isEmpty: Bool { head == elements.count }

  package mutating func append(_ element: Element) {
    elements.append(element)
  }

  package mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    head += 1
    if head == elements.count {
      removeAll()
    } else if head > 1024, head * 2 > elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  var waiting: ArraySlice<Element> { elements[head...] }

  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    head = 0
  }

  /// Removes the elements of a kind in order.
  mutating func removeAll(where isOfKind: (Element) -> Bool) {
    elements.removeFirst(head)
    head = 0
    elements.removeAll(where: isOfKind)
  }
}

extension Queue: Sendable where Element: Sendable {}
