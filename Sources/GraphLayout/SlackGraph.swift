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

  /// The distance that each variable can move; nil without a limit. Dijkstra's algorithm, for few variables.
  func distances(from origin: Int) -> [Int?] {
    var found: [Int?] = Array(repeating: nil, count: links.count)
    var open = Set([origin])
    found[origin] = 0
    while let node = open.min(by: { (found[$0] ?? 0, $0) < (found[$1] ?? 0, $1) }), let distance = found[node] {
      open.remove(node)
      for link in links[node] where found[link.target].map({ distance + link.slack < $0 }) ?? true {
        found[link.target] = distance + link.slack
        open.insert(link.target)
      }
    }
    return found
  }
}
