import StateKitCore
import StateKitEditor

/// Charts that invoke each other, and their scripts.
extension LanguageServer {
  /// A chart with the charts that it invokes and the open charts that invoke it, directly or indirectly.
  struct Relatives {
    /// The charts in the order of `names.files.charts`; the chart itself is the first one.
    let charts: [OpenDocument]
    let scripts: [OpenDocument]
    let names: SharedNames
  }

  /// Unlike a rename, this admits charts with errors, and skips files that cannot be read.
  func relatives(of chart: OpenDocument, withScripts: Bool = false) -> Relatives {
    let parents = openParents()
    var charts = [chart]
    var files = [RenameFiles.ChartFile(chart.chart)]
    // The indices of the charts by the keys of their files, and the files that are read.
    var known = [chart.key: 0]
    var tried: Set<[UInt8]> = []
    var room = InputLimits.documentBytes
    func add(_ document: OpenDocument, key: [UInt8]) {
      known[key] = charts.count
      charts.append(document)
      files.append(RenameFiles.ChartFile(document.chart))
    }
    var next = 0
    while next < charts.count {
      let path = charts[next].path
      for child in files[next].document.charts.flatMap(\.children) {
        guard let file = child.file.map({ FilePath.folder(of: path) + $0 }) else { continue }
        let key = FilePath.key(of: file)
        if known[key] == nil, tried.insert(key).inserted, charts.count < InputLimits.relatives,
          let found = self.file(at: file, within: reach(of: path), limit: room), found.isChart
        {
          if documents.document(key: key) == nil { room -= found.bytes.count }
          add(found, key: key)
        }
        files[next].children[child.span] = known[key]
      }
      for parent in parents[charts[next].key] ?? [] where known[parent.key] == nil {
        if charts.count < InputLimits.relatives { add(parent, key: parent.key) }
      }
      next += 1
    }
    let scripts = withScripts ? self.scripts(of: charts) : []
    let all = RenameFiles(
      charts: files, scripts: scripts.map { RenameFiles.ScriptFile($0.script.script, chart: $0.chart) })
    return Relatives(charts: charts, scripts: scripts.map(\.script), names: SharedNames(all))
  }

  /// The index of a chart of a file in the units of its relatives, where the file is the first one.
  static func unit(of names: NameIndex, in chart: OpenDocument) -> Int {
    chart.chart.charts.firstIndex { $0.node == names.node } ?? 0
  }

  /// The open charts that invoke a file, by its key.
  func openParents() -> [[UInt8]: [OpenDocument]] {
    var parents: [[UInt8]: [OpenDocument]] = [:]
    for document in documents.all {
      hold(document)
      guard document.kind == .chart else { continue }
      let folder = FilePath.folder(of: document.path)
      let files = document.chart.charts.flatMap(\.children).compactMap(\.file)
      for key in Set(files.map { FilePath.key(of: folder + $0) }) { parents[key, default: []].append(document) }
    }
    return parents
  }

  // MARK: Scripts

  /// The scripts of a chart: the open ones, and the one with its name.
  func scripts(of chart: OpenDocument) -> [OpenDocument] { scripts(of: [chart]).map(\.script) }

  /// The scripts of several charts, each with the index of its chart.
  private func scripts(of charts: [OpenDocument]) -> [(script: OpenDocument, chart: Int)] {
    let indices = Dictionary(charts.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { a, _ in a })
    var found: [(script: OpenDocument, chart: Int)] = []
    for document in documents.all {
      hold(document)
      guard document.kind == .script, let path = chartPath(of: document), let index = indices[FilePath.key(of: path)]
      else { continue }
      found.append((document, index))
    }
    for (index, chart) in charts.enumerated() where FilePath.ends(chart.path, in: [".json"]) {
      let path = FilePath.path(String(chart.path.dropLast(5)), ending: ".events.txt")
      if document(at: path) == nil, let script = file(at: path, within: reach(of: chart.path)),
        chartPath(of: script).map(FilePath.key) == chart.key
      {
        found.append((script, index))
      }
    }
    return found
  }
}

extension OpenDocument {
  /// True for a chart in any notation.
  fileprivate var isChart: Bool { kind == .chart || kind == .translated }
}
