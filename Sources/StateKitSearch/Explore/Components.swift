/// The strongly connected components of a graph of states (Tarjan, 1972), found without recursion.
struct Components {
  /// The components in the order in which they were found: each comes after all components that it can reach.
  private(set) var all: [[Int]] = []

  /// Finds the components that are reachable from `roots`. `arcs`: the indices of the arcs from a state. `target`:
  /// the target of an arc, nil for an arc to ignore.
  init(from roots: some Sequence<Int>, count: Int, arcs: (Int) -> Range<Int>, target: (Int) -> Int?) {
    // 0 marks a state that was not visited yet.
    var orders = [UInt32](repeating: 0, count: count)
    var lows = [UInt32](repeating: 0, count: count)
    var isOpen = [Bool](repeating: false, count: count)
    var open: [Int] = []
    var order: UInt32 = 0
    var path: [(state: Int, next: Int, end: Int)] = []
    func begin(_ state: Int) {
      let behind = arcs(state)
      path.append((state, behind.lowerBound, behind.upperBound))
      order += 1
      orders[state] = order
      lows[state] = order
      open.append(state)
      isOpen[state] = true
    }
    for root in roots where orders[root] == 0 {
      begin(root)
      while let top = path.last {
        if top.next < top.end {
          path[path.count - 1].next += 1
          guard let target = target(top.next) else { continue }
          if orders[target] == 0 {
            begin(target)
          } else if isOpen[target] {
            lows[top.state] = min(lows[top.state], orders[target])
          }
          continue
        }
        path.removeLast()
        if let before = path.last { lows[before.state] = min(lows[before.state], lows[top.state]) }
        if lows[top.state] < orders[top.state] { continue }
        var component: [Int] = []
        while let state = open.popLast() {
          isOpen[state] = false
          component.append(state)
          if state == top.state { break }
        }
        all.append(component.sorted())
      }
    }
  }
}
