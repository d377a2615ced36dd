/// The strongly connected components of a graph of states (Tarjan, 1972), found without recursion.
struct Components {
  /// In the order in which they were found: a component comes after all that can be reached from it.
  private(set) var all: [[Int]] = []

  /// Of the states of `roots` and what can be reached from them; `next` gives the states behind one.
  init(from roots: some Sequence<Int>, count: Int, next: (Int) -> [Int]) {
    // 0 for a state that was not seen yet.
    var orders = [UInt32](repeating: 0, count: count)
    var lows = [UInt32](repeating: 0, count: count)
    var isOpen = [Bool](repeating: false, count: count)
    var open: [Int] = []
    var order: UInt32 = 0
    var path: [(state: Int, behind: [Int], next: Int)] = []
    for root in roots where orders[root] == 0 {
      path.append((root, next(root), 0))
      order += 1
      orders[root] = order
      lows[root] = order
      open.append(root)
      isOpen[root] = true
      while let top = path.last {
        let last = path.count - 1
        if top.next < top.behind.count {
          let target = top.behind[top.next]
          path[last].next += 1
          if orders[target] == 0 {
            order += 1
            orders[target] = order
            lows[target] = order
            open.append(target)
            isOpen[target] = true
            path.append((target, next(target), 0))
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
