/// The strongly connected components of a graph of states (Tarjan, 1972), found without recursion.
struct Components {
  /// The components in the order in which they were found: each comes after all components that it can reach.
  private(set) var all: [[Int]] = []
  /// The components that no arc leaves.
  private(set) var closed: [[Int]] = []

  /// Finds the components that are reachable from `roots`. `arcs`: the indices of the arcs from a state, asked once for
  /// each. `target`: the target of an arc, nil for an arc to ignore.
  init(from roots: some Sequence<Int>, count: Int, arcs: (Int) -> Range<Int>, target: (Int) -> Int?) {
    // 0 marks a state that was not visited yet.
    var orders = [UInt32](repeating: 0, count: count)
    var lows = [UInt32](repeating: 0, count: count)
    var isOpen = [Bool](repeating: false, count: count)
    var open: [Int] = []
    var order: UInt32 = 0
    // `isLeft`: an arc leads from the state, or from one after it on the path, to a component that was found.
    var path: [(state: Int, next: Int, end: Int, isLeft: Bool)] = []
    func begin(_ state: Int) {
      let behind = arcs(state)
      path.append((state, behind.lowerBound, behind.upperBound, false))
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
          } else {
            path[path.count - 1].isLeft = true
          }
          continue
        }
        path.removeLast()
        let isWhole = lows[top.state] == orders[top.state]
        if let before = path.last {
          lows[before.state] = min(lows[before.state], lows[top.state])
          if isWhole || top.isLeft { path[path.count - 1].isLeft = true }
        }
        if !isWhole { continue }
        var component: [Int] = []
        while let state = open.popLast() {
          isOpen[state] = false
          component.append(state)
          if state == top.state { break }
        }
        component.sort()
        all.append(component)
        if !top.isLeft { closed.append(component) }
      }
    }
  }
}
