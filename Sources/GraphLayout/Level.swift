/// The content of one box: its children, and the parts of edges between them and its border.
struct Level {
  /// The box; nil for the page.
  let box: Int?
  /// The boxes inside, in the order of reading.
  var children: [Int] = []
  var segments: [Segment] = []
  /// The edges that reach the border of the box from outside.
  var stubs: [Stub] = []
}

/// The part of an edge that lies in one level. It runs downwards from `upper` to `lower`; the edge itself may point up.
struct Segment {
  let edge: Int
  var upper: End
  var lower: End
  var carriesLabel: Bool

  enum End: Hashable {
    /// A child, by its index in the level.
    case child(Int)
    /// The top border for the upper end, the bottom border for the lower one.
    case border
  }
}

/// An edge that touches the border of a box with children and has no part inside it.
struct Stub {
  let edge: Int
  let isAtTop: Bool
}

/// The levels of a graph, and how each edge runs through them.
struct Hierarchy {
  let graph: NestedGraph
  /// The page's level, then the level of each box.
  var levels: [Level]
  /// The index of each box among its parent's children.
  var indexInParent: [Int]
  /// The edges from each box to itself.
  var loops: [[Int]]
  /// For each edge, true if it points up.
  var pointsUp: [Bool]

  func inside(_ box: Int) -> Int { box + 1 }
  /// The level that contains a box.
  func around(_ box: Int) -> Int { graph.boxes[box].parent.map { $0 + 1 } ?? 0 }
  func isLeaf(_ box: Int) -> Bool { levels[inside(box)].children.isEmpty }
}
