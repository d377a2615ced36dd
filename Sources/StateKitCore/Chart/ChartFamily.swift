/// The charts that a first one invokes, directly or not: each is there once, however often it is invoked (Children.md).
///
/// Charts are known by their indices: 0 is the first one, which holds the family and is not held by it.
package struct ChartFamily: Sendable {
  /// A chart other than the first one, with its file.
  package struct Member: Sendable {
    package let located: LocatedChart
    /// From the folder of the first chart.
    package let path: String
    package let source: SourceText

    package var chart: Chart { located.chart }

    package init(_ located: LocatedChart, path: String, source: SourceText) {
      self.located = located
      self.path = path
      self.source = source
    }
  }

  /// Number 1 and on.
  package let members: [Member]
  /// By chart and invocation: which chart it is that is invoked.
  private let links: [[Int]]

  /// `links`: for each chart, the first one included, the indices of the charts that its invocations name; any index for
  /// one of the host.
  package init(members: [Member], links: [[Int]]) {
    self.members = members
    self.links = links
  }

  /// The index of the chart that an invocation of a chart names.
  package func chart(invokedBy index: Int, invocation: Int) -> Int {
    links[index][invocation]
  }
}

extension Chart {
  /// A chart of the family by its index, this one being the first.
  package func relative(_ index: Int) -> Chart {
    index == 0 ? self : family?.members[index - 1].chart ?? self
  }

  /// The file of a chart of the family; `first` is that of this one.
  package func source(of index: Int, first: SourceText) -> SourceText {
    index == 0 ? first : family?.members[index - 1].source ?? first
  }

  /// The children that a chart of the family can have by an id, as indices of charts, each once.
  package func relatives(of index: Int, named id: String) -> [Int] {
    guard let family else { return [] }
    var found: [Int] = []
    let chart = relative(index)
    for invocation in chart.invocations(named: id) where chart.invocations[invocation].source == nil {
      let child = family.chart(invokedBy: index, invocation: invocation)
      if !found.contains(child) { found.append(child) }
    }
    return found
  }
}
