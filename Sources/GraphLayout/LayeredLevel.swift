/// A level with everything that needs room in its layers: children, passing lines, labels, and the ends of lines on
/// the border.
struct LayeredLevel {
  enum Content {
    case child(Int)
    /// A part of a segment that passes through a layer.
    case line(segment: Int)
    /// The end of an edge that ends on the border and has no part inside it.
    case stub(edge: Int)
  }

  struct Node {
    let content: Content
    let layer: Int
    /// True if the label of the segment is on this line.
    var hasLabel = false
    var labelIsLeft = false
    /// True if the line is the first one of a straight part; and if that part leads back up to the top of another column.
    var startsRun = false
    var runsBack = false
  }

  /// A link from a node to a node in the next layer above or below; `ownEdge` says which end of a box is meant.
  struct Link {
    let node: Int
    let edge: Int
  }

  var nodes: [Node] = []
  /// The nodes of each layer from left to right.
  var layers: [[Int]]
  var above: [[Link]] = []
  var below: [[Link]] = []
  /// The line nodes of each segment, from its upper end to its lower one.
  var lines: [[Int]] = []

  var last: Int { layers.count - 1 }
  /// The first and the last layer, where lines cross the border.
  var borderLayers: [[Int]] { [layers.first ?? [], layers.last ?? []] }

  init(_ level: Level, layering: Layering) {
    layers = Array(repeating: [], count: layering.last + 1)
    for child in level.children.indices { _ = add(Node(content: .child(child), layer: layering.layers[child])) }
    for (index, segment) in level.segments.enumerated() { addLines(of: segment, at: index, layering: layering) }
    for stub in level.stubs {
      _ = add(Node(content: .stub(edge: stub.edge), layer: stub.isAtTop ? 0 : layering.last))
    }
    orderAsRead()
  }

  /// Adds the lines of a segment in each layer: one chain, or three if it goes from one column to another.
  private mutating func addLines(of segment: Segment, at index: Int, layering: Layering) {
    var (first, end) = (0, layering.last)
    var (upper, lower): (Int?, Int?) = (nil, nil)
    if case .child(let child) = segment.upper { (upper, first) = (child, layering.layers[child] + 1) }
    if case .child(let child) = segment.lower { (lower, end) = (child, layering.layers[child] - 1) }
    var chains = [Array(first..<max(first, end + 1))]
    if let upper, let lower, layering.columns[upper] != layering.columns[lower] {
      let turns = layering.turns
      let start = layering.layers[upper] == 0 ? 1 : first
      chains = [
        Array(start..<turns.upperBound), Array(turns.reversed()),
        Array(turns.lowerBound + 1..<max(turns.lowerBound + 1, end + 1)),
      ]
    }
    var labelIndex = segment.carriesLabel ? max(first == 0 ? 1 : 0, (chains[0].count - 1) / 2) : -1
    if let layer = layering.labelLayers[index] { labelIndex = layer - first }
    var own: [Int] = []
    for (number, chain) in chains.enumerated() {
      for (step, layer) in chain.enumerated() {
        let line = add(Node(content: .line(segment: index), layer: layer, hasLabel: number == 0 && step == labelIndex))
        nodes[line].startsRun = step == 0
        nodes[line].runsBack = number == 1
        if let previous = own.last ?? upper {
          if number == 1 && step > 0 {
            connect(line, lower: previous, edge: segment.edge)
          } else {
            connect(previous, lower: line, edge: segment.edge)
          }
        }
        own.append(line)
      }
    }
    if let lower, let last = own.last ?? upper { connect(last, lower: lower, edge: segment.edge) }
    lines.append(own)
  }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    above.append([])
    below.append([])
    return nodes.count - 1
  }

  private mutating func connect(_ upper: Int, lower: Int, edge: Int) {
    below[upper].append(Link(node: lower, edge: edge))
    above[lower].append(Link(node: upper, edge: edge))
  }

  /// Sets the first order: the order in which a depth-first search from the children visits the nodes.
  private mutating func orderAsRead() {
    var isSeen = Array(repeating: false, count: nodes.count)
    for start in nodes.indices where !isSeen[start] {
      var stack = [start]
      isSeen[start] = true
      while let node = stack.popLast() {
        layers[nodes[node].layer].append(node)
        for link in (above[node] + below[node]).reversed() where !isSeen[link.node] {
          isSeen[link.node] = true
          stack.append(link.node)
        }
      }
    }
  }

  /// The edge whose end on the border is this node of the first or last layer.
  func edge(of node: Int, in level: Level) -> Int? {
    switch nodes[node].content {
    case .child: nil
    case .line(let segment): level.segments[segment].edge
    case .stub(let edge): edge
    }
  }
}
