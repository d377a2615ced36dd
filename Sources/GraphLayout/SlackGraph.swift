/// Differences between variables that may shrink by some slack: how far can each variable move if one of them stays?
struct SlackGraph {
  private var links: [[(target: Int, slack: Int)]]

  init(count: Int) {
    links = Array(repeating: [], count: count)
  }

  /// Allows `target` to move as far as `source` and the slack together.
  mutating func add(from source: Int, to target: Int, slack: Int) {
    links[source].append((target, slack))
  }

  /// The distance that each variable can move; nil without a limit. Dijkstra's algorithm.
  func distances(from origin: Int) -> [Int?] {
    var found: [Int?] = Array(repeating: nil, count: links.count)
    var heap = [(distance: 0, node: origin)]
    while let least = Self.removeFirst(&heap) {
      if found[least.node] != nil { continue }
      found[least.node] = least.distance
      for link in links[least.node] where found[link.target] == nil {
        Self.insert((least.distance + link.slack, link.target), into: &heap)
      }
    }
    return found
  }

  // MARK: A binary heap

  private static func insert(_ item: (distance: Int, node: Int), into heap: inout [(distance: Int, node: Int)]) {
    heap.append(item)
    var index = heap.count - 1
    while index > 0, heap[index].distance < heap[(index - 1) / 2].distance {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private static func removeFirst(_ heap: inout [(distance: Int, node: Int)]) -> (distance: Int, node: Int)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if heap.isEmpty { return first }
    heap[0] = last
    var index = 0
    while 2 * index + 1 < heap.count {
      var child = 2 * index + 1
      if child + 1 < heap.count, heap[child + 1].distance < heap[child].distance { child += 1 }
      if heap[index].distance <= heap[child].distance { break }
      heap.swapAt(index, child)
      index = child
    }
    return first
  }
}
