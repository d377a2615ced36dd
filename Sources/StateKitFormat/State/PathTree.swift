/// Paths of states, by their parts between dots, which are found in other paths.
struct PathTree {
  static let dot = UInt8(ascii: ".")

  private struct Step: Hashable {
    let node: Int
    let part: ArraySlice<UInt8>
  }

  private var nodes: [Step: Int] = [:]
  /// For each node, the index of the first path that ends there.
  private var ends: [Int?] = [nil]

  /// Creates a tree that never finds an empty path.
  init(_ paths: [[UInt8]]) {
    for (index, path) in paths.enumerated() where !path.isEmpty {
      var node = 0
      for part in path.split(separator: Self.dot, omittingEmptySubsequences: false) {
        let step = Step(node: node, part: part)
        node = nodes[step] ?? ends.count
        if node < ends.count { continue }
        nodes[step] = node
        ends.append(nil)
      }
      if ends[node] == nil { ends[node] = index }
    }
  }

  /// Calls `body` with the index of each path whose parts are in `path` from `start` on, the shortest first, and with its
  /// end there.
  func forEach(in path: [UInt8], from start: Int, _ body: (_ index: Int, _ end: Int) -> Void) {
    var (node, start) = (0, start)
    while start <= path.count {
      let end = path[start...].firstIndex(of: Self.dot) ?? path.count
      guard let next = nodes[Step(node: node, part: path[start..<end])] else { return }
      if let index = ends[next] { body(index, end) }
      (node, start) = (next, end + 1)
    }
  }
}
