import StateKitCore

/// Reports errors of invoked files as errors of the first chart, and findings of charts that are written inside a file
/// as findings of the file.
extension FamilyReader {
  /// Gives the findings of the charts that are written inside files to these files.
  func addInner(where isWanted: (Int) -> Bool) {
    for entry in entries {
      guard let outer = entry.outer, isWanted(outer.file) else { continue }
      let around = outer.chart == outer.file ? nil : entries[outer.chart].findings
      entries[outer.file].findings.add(InnerFindings(entry.findings, start: outer.start, in: around))
    }
  }

  /// Reports, at the first invocation of the first file that leads to a file with errors, the first error of that file.
  func reportErrors() {
    var isNew: Set<Int> = []
    let isInRing = entries[0].findings.has(.endlessInvocation)
    for index in entries.indices where index == 0 || entries[index].outer?.file == 0 {
      for (invocation, link) in zip(invocations(of: index), entries[index].links) {
        // A chart inside the file has its own findings.
        guard let link, entries[link].outer == nil, isNew.insert(link).inserted else { continue }
        // A cycle that contains the first chart is reported once.
        guard let error = error(of: link), error.code != .endlessInvocation || !isInRing else { continue }
        entries[index].findings.add(error.code, at: invocation.spans.name, message: error.message, help: error.help)
      }
    }
  }

  /// The error of an invoked chart, or of a chart that it invokes.
  private func error(of index: Int) -> Diagnostic? {
    guard let broken = nearestBroken(from: index) else { return nil }
    let (source, findings) = (entries[broken].source, entries[broken].findings)
    let errors = findings.sorted(in: source).filter { $0.severity == .error }
    guard let first = errors.first else { return nil }
    if first.code == .endlessInvocation { return first }
    let position = LineIndex(source).position(of: Int(first.span.start))
    let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
    let message =
      "\(DisplayText.quoted(name(of: broken))) is not valid: \(position.line):\(position.column): \(first.message)"
    return Diagnostic(.invalidChild, at: first.span, message: message + more, help: first.help)
  }

  /// The nearest file with errors, from a chart on, without the first chart.
  private func nearestBroken(from start: Int) -> Int? {
    if start == 0 { return nil }
    var queue = [start]
    var isSeen = [Bool](repeating: false, count: entries.count)
    isSeen[0] = true
    isSeen[start] = true
    var next = 0
    while next < queue.count {
      if entries[queue[next]].outer == nil, entries[queue[next]].findings.hasErrors { return queue[next] }
      for case let link? in entries[queue[next]].links where !isSeen[link] {
        isSeen[link] = true
        queue.append(link)
      }
      next += 1
    }
    return nil
  }
}
