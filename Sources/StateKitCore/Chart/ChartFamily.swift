import CEL

/// The charts that a first chart invokes, directly or indirectly, each once (Children.md).
///
/// Charts are identified by index: 0 is the first one, which owns the family and is not stored in it.
package struct ChartFamily: Sendable {
  /// A chart other than the first one, with its file.
  package struct Member: Sendable {
    package let located: LocatedChart
    /// The path relative to the folder of the first chart.
    package let path: String
    package let source: SourceText

    package var chart: Chart { located.chart }

    package init(_ located: LocatedChart, path: String, source: SourceText) {
      self.located = located
      self.path = path
      self.source = source
    }
  }

  /// The charts with the indices from 1.
  package let members: [Member]
  /// The index of the invoked chart, by chart and invocation.
  private let links: [[Int]]

  /// `links`: for each chart, the first one included, the indices of the charts that its invocations name; any index
  /// for an invocation of the host.
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
  /// This chart and the charts that it invokes, directly or indirectly.
  package var withRelatives: [Chart] { [self] + (family?.members.map(\.chart) ?? []) }

  /// A chart of the family by its index; this chart is the first one.
  package func relative(_ index: Int) -> Chart {
    index == 0 ? self : family?.members[index - 1].chart ?? self
  }

  /// The file of a chart of the family; `first` is the file of this chart.
  package func source(of index: Int, first: SourceText) -> SourceText {
    index == 0 ? first : family?.members[index - 1].source ?? first
  }

  /// The charts that a chart of the family may invoke under an id, as indices, each once.
  package func relatives(of index: Int, named id: String) -> [Int] {
    guard let family else { return [] }
    var found: [Int] = []
    let chart = relative(index)
    for number in chart.invocations(named: id.utf8Bytes.span) where chart.invocations[Int(number)].source == nil {
      let child = family.chart(invokedBy: index, invocation: Int(number))
      if !found.contains(child) { found.append(child) }
    }
    return found
  }
}
