/// The vertical parts of a level's lines. A line is one run from its first layer to its last. If two runs would
/// cross, the fewest possible runs are cut in two. If lines may bend, each layer has runs of its own.
struct Runs {
  /// The run of each line node; -1 for other nodes.
  var run: [Int]
  var count: Int

  init(_ level: LayeredLevel, mayBend: Bool) {
    var isCut = Array(repeating: mayBend, count: level.nodes.count)
    for layer in level.layers.indices.dropLast() where !mayBend {
      Runs.cutCrossing(level, below: layer, isCut: &isCut)
    }
    run = Array(repeating: -1, count: level.nodes.count)
    count = 0
    for lines in level.lines {
      for (index, line) in lines.enumerated() {
        let cut = index > 0 && level.nodes[line].runsBack ? lines[index - 1] : line
        if level.nodes[line].startsRun || isCut[cut] { count += 1 }
        run[line] = count - 1
      }
    }
  }

  /// Keeps the longest sequence of lines between two layers that do not cross one another, and marks the lower ends
  /// of the others.
  private static func cutCrossing(_ level: LayeredLevel, below layer: Int, isCut: inout [Bool]) {
    var order = [Int: Int]()
    for (index, node) in level.layers[layer + 1].enumerated() { order[node] = index }
    var lower: [(node: Int, order: Int)] = []
    for node in level.layers[layer] {
      guard case .line(let segment) = level.nodes[node].content else { continue }
      for link in level.below[node] {
        // Between two runs of different kinds no cut is needed.
        if level.nodes[link.node].runsBack != level.nodes[node].runsBack { continue }
        if case .line(segment) = level.nodes[link.node].content, let index = order[link.node] {
          lower.append((link.node, index))
        }
      }
    }
    guard lower.count > 1 else { return }
    // The last lines of the best sequences of each length, and the predecessor of each line in its sequence.
    var ends: [Int] = []
    var before = Array(repeating: -1, count: lower.count)
    for (index, line) in lower.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if lower[ends[middle]].order < line.order { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    guard ends.count < lower.count, var kept = ends.last else { return }
    var isKept = Array(repeating: false, count: lower.count)
    while kept >= 0 {
      isKept[kept] = true
      kept = before[kept]
    }
    for (index, line) in lower.enumerated() where !isKept[index] { isCut[line.node] = true }
  }
}
