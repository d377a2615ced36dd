/// A list that mostly has at most one element and then needs no allocation.
package enum FewElements<Element: Sendable>: Sendable {
  case none
  case one(Element)
  case several([Element])

  @inline(__always)
  mutating func append(_ element: Element) {
    if case .none = self { self = .one(element) } else { appendMore(element) }
  }

  @inline(never)
  private mutating func appendMore(_ element: Element) {
    switch self {
    case .none: self = .one(element)
    case .one(let first): self = .several([first, element])
    case .several(var all):
      self = .none
      all.append(element)
      self = .several(all)
    }
  }

  package var isEmpty: Bool {
    if case .none = self { true } else { false }
  }

  var all: [Element] {
    switch self {
    case .none: []
    case .one(let element): [element]
    case .several(let elements): elements
    }
  }
}
