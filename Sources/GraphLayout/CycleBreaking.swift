/// Marks the arrows that run against the order of reading. They lead back to a node on the current path of a
/// depth-first search from the first node. Without these arrows the graph has no cycle.
func backwardArrows(_ arrows: [(tail: Int, head: Int)], count: Int) -> [Bool] {
  var leaving: [[Int]] = Array(repeating: [], count: count)
  for (index, arrow) in arrows.enumerated() { leaving[arrow.tail].append(index) }
  var isOpen = Array(repeating: false, count: count)
  var isSeen = Array(repeating: false, count: count)
  var isBackward = Array(repeating: false, count: arrows.count)
  for start in 0..<count where !isSeen[start] {
    var stack = [(node: start, next: 0)]
    isSeen[start] = true
    isOpen[start] = true
    while let top = stack.last {
      guard top.next < leaving[top.node].count else {
        isOpen[top.node] = false
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let arrow = leaving[top.node][top.next]
      let head = arrows[arrow].head
      if isOpen[head] {
        isBackward[arrow] = true
      } else if !isSeen[head] {
        isSeen[head] = true
        isOpen[head] = true
        stack.append((head, 0))
      }
    }
  }
  return isBackward
}
