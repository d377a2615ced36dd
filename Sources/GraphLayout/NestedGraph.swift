/// Nested boxes and the edges between them: the input of the layout. Lengths are integers in a unit that the caller
/// chooses; `Spacing` is in the same unit.
package struct NestedGraph: Sendable {
  /// A box or a circle, alone or with others inside it.
  package struct Box: Sendable {
    /// The index of the box around this one, always lower than its own; nil for the page.
    package let parent: Int?
    package let outline: Outline
    /// The least size, without the content.
    package let size: Size
    /// The band along the top edge of a box with children, which nothing else may cover.
    package let title: Size
    /// True if the box is beside the title of the box around it; then no edge may end on it.
    package let isBesideTitle: Bool

    package init(
      parent: Int?, outline: Outline = .rectangle, size: Size, title: Size = Size(width: 0, height: 0),
      isBesideTitle: Bool = false
    ) {
      self.parent = parent
      self.outline = outline
      self.size = size
      self.title = title
      self.isBesideTitle = isBesideTitle
    }
  }

  package enum Outline: Sendable {
    case rectangle, circle
  }

  /// An arrow from one box to another, to itself unless it is a circle, or between a box and one inside it.
  package struct Edge: Sendable {
    package let source: Int
    package let target: Int
    /// The size of the text beside the edge; nil without text.
    package let label: Size?

    package init(source: Int, target: Int, label: Size? = nil) {
      self.source = source
      self.target = target
      self.label = label
    }
  }

  /// Parents come before their children; the order of children is the order of reading.
  package let boxes: [Box]
  package let edges: [Edge]
  /// The most steps of one search for layers, or for columns.
  package let mostSteps: Int

  package init(boxes: [Box], edges: [Edge], mostSteps: Int = .max) {
    self.boxes = boxes
    self.edges = edges
    self.mostSteps = mostSteps
  }
}

/// A width and a height.
package struct Size: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
