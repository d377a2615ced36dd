/// A level with all that takes room in its layers: children, the lines that pass, labels, and the ends of lines on the border.
struct LayeredLevel {
  enum Content {
    case child(Int)
    /// A part of a segment that passes through a layer.
    case line(segment: Int)
    /// The end of an edge that goes no further in than the border.
    case stub(edge: Int)
  }

  struct Node {
    let content: Content
    let layer: Int
    /// Whether the label of the segment stands here.
    var hasLabel = false
  }

  /// From a node to one in the next layer above or below; `ownEdge` says which end of a box is meant.
  struct Link {
    let node: Int
    let edge: Int
  }

  var nodes: [Node] = []
  /// The nodes of each layer from left to right.
  var layers: [[Int]]
  var above: [[Link]] = []
  var below: [[Link]] = []
  /// Of each segment, its lines from top to bottom.
  var lines: [[Int]] = []
  let childCount: Int

  var last: Int { layers.count - 1 }

  init(_ level: Level, layering: Layering) {
    layers = Array(repeating: [], count: layering.last + 1)
    childCount = level.children.count
    for child in level.children.indices { _ = add(Node(content: .child(child), layer: layering.layers[child])) }
    for (index, segment) in level.segments.enumerated() {
      let first = if case .child(let child) = segment.upper { layering.layers[child] + 1 } else { 0 }
      let end = if case .child(let child) = segment.lower { layering.layers[child] - 1 } else { layering.last }
      let labelLayer = segment.carriesLabel ? max(1, (first + end) / 2) : -1
      var upper: Int? = if case .child(let child) = segment.upper { child } else { nil }
      var own: [Int] = []
      for layer in first..<max(first, end + 1) {
        let line = add(Node(content: .line(segment: index), layer: layer, hasLabel: layer == labelLayer))
        own.append(line)
        if let upper { connect(upper, line, edge: segment.edge) }
        upper = line
      }
      if let upper, case .child(let child) = segment.lower { connect(upper, child, edge: segment.edge) }
      lines.append(own)
    }
    for stub in level.stubs {
      _ = add(Node(content: .stub(edge: stub.edge), layer: stub.isAtTop ? 0 : layering.last))
    }
    orderAsRead()
  }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    above.append([])
    below.append([])
    return nodes.count - 1
  }

  private mutating func connect(_ upper: Int, _ lower: Int, edge: Int) {
    below[upper].append(Link(node: lower, edge: edge))
    above[lower].append(Link(node: upper, edge: edge))
  }

  /// The first order: as a search in depth from the children in their order comes by.
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

  /// The edge whose end on the border a node of the first or last layer is.
  func edge(of node: Int, in level: Level) -> Int? {
    switch nodes[node].content {
    case .child: nil
    case .line(let segment): level.segments[segment].edge
    case .stub(let edge): edge
    }
  }
}
