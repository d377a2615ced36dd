import StateKitCore
import StateKitFormat

/// A chart with its source positions, and its text.
struct LoadedChart: Sendable {
  let located: LocatedChart
  let source: SourceText

  var chart: Chart { located.chart }

  /// A chart of the family by its index, 0 for this one, with its path; `path` is the path of this chart.
  func relative(_ index: Int, path: String) -> (path: String, chart: LoadedChart) {
    guard index > 0, let member = chart.family?.members[index - 1] else { return (path, self) }
    return (FilePath.folder(of: path) + member.path, LoadedChart(located: member.located, source: member.source))
  }
}

extension Chart {
  /// The paths of the family's files, by index; `path` is the path of this chart.
  func familyPaths(path: String) -> [String] {
    let folder = FilePath.folder(of: path)
    return [path] + (family?.members ?? []).map { folder + $0.path }
  }
}
