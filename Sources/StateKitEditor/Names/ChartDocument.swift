package import StateKitCore
import StateKitFormat

/// One version of a chart's text for an editor: a tree, which exists even if the text has errors, and the names in it.
package struct ChartDocument: Sendable {
  package let source: SourceText
  package let tree: SyntaxTree
  /// The names of the chart, then those of each inline chart. No chart sees the names of another.
  package let charts: [NameIndex]
  /// The indices of the charts by their nodes.
  private let chartsOfNodes: [Int: Int]

  package init(_ source: SourceText) {
    self.source = source
    tree = SyntaxReader.read(source)
    var charts: [NameIndex] = []
    var todo = [0]
    while let node = todo.popLast() {
      var collector = NameCollector(source, tree: tree, chart: node)
      charts.append(collector.collect())
      todo += collector.inner.reversed()
    }
    self.charts = charts
    chartsOfNodes = Dictionary(charts.enumerated().map { ($0.element.node, $0.offset) }, uniquingKeysWith: { $1 })
  }

  /// The names of the outermost chart of the file.
  package var names: NameIndex { charts[0] }

  /// The index of the innermost chart around an offset.
  package func chart(at offset: Int) -> Int {
    var next = charts.count > 1 ? tree.node(at: offset) ?? -1 : -1
    while next >= 0 {
      if let found = chartsOfNodes[next], tree.nodes[next].span.touches(offset) { return found }
      next = Int(tree.nodes[next].parent)
    }
    return 0
  }

  /// The name at an offset, with the names of its chart.
  package func occurrence(at offset: Int) -> (NameOccurrence, in: NameIndex)? {
    let chart = charts[chart(at: offset)]
    return chart.occurrence(at: offset).map { ($0, chart) }
  }

  /// True if an offset is in a key below `input`: in an invocation, it is a key of the child's context.
  package func isInputKey(at offset: Int) -> Bool {
    guard let node = tree.node(at: offset), tree.nodes[node].hasKey, tree.nodes[node].keySpan.touches(offset) else {
      return false
    }
    let parent = Int(tree.nodes[node].parent)
    return parent >= 0 && StateFacts.key(of: parent, in: self).utf8.elementsEqual(ChartKey.input.text.utf8)
  }

  /// The shape of a value, from the keys around it.
  func shape(of node: Int) -> ValueShape {
    tree.line(to: node).dropFirst().reduce(.chart) { shape, node in
      tree.nodes[node].hasKey ? shape.member(StateFacts.key(of: node, in: self)) : shape.element
    }
  }
}
