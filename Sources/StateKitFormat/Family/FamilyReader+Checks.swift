import StateKitCore

/// Checks how the charts invoke each other.
extension FamilyReader {
  /// Checks that input names keys of the child's context.
  func checkInput(of index: Int) {
    for (invocation, link) in zip(invocations(of: index), entries[index].links) {
      guard let link, let child = entries[link].located?.chart,
        case .chart(let file, let inputs, _) = invocation.work
      else { continue }
      for input in inputs where child.contextSlot(named: input.name) == nil {
        let known = child.contextNames
        let list = known.isEmpty ? "it has none" : "it has " + known.prefix(8).joined(separator: ", ")
        entries[index].findings.add(
          .unknownInput, at: input.span,
          message:
            "the context of \(DisplayText.quoted(file.isEmpty ? invocation.id : file)) has no \(DisplayText.quoted(input.name))",
          help: Suggestion.help(for: input.name, among: known) ?? list)
      }
    }
  }

  /// Reports a chart whose start certainly starts the chart again, without an end.
  func checkEnds() {
    let sure = entries.indices.map { surelyInvoked(by: $0) }
    for index in entries.indices {
      // A ring that contains the file is reported there.
      guard let way = way(backTo: index, sure: sure), let next = way.first,
        !(entries[index].outer.map { way.contains($0.file) } ?? false),
        let first = sure[index].first(where: { $0.chart == next })
      else { continue }
      let names = ([index] + way).map { DisplayText.quoted(name(of: $0)) }
      entries[index].findings.add(
        .endlessInvocation, at: invocations(of: index)[first.invocation].spans.name,
        message: "the invocations never end: \(names.joined(separator: " invokes "))",
        help: "invoke it in a state that is not entered at the start")
    }
  }

  /// The charts that the start of a chart certainly starts, each once, with the first invocation that does.
  private func surelyInvoked(by index: Int) -> [(chart: Int, invocation: Int)] {
    guard let chart = entries[index].located?.chart else { return [] }
    let states = SureStart.states(of: chart)
    var isFound = Set<Int>()
    var found: [(chart: Int, invocation: Int)] = []
    for (invocation, link) in entries[index].links.enumerated() {
      guard let link, states.contains(chart.invocations[invocation].state), isFound.insert(link).inserted else {
        continue
      }
      found.append((link, invocation))
    }
    return found
  }

  /// The shortest cycle from a chart back to itself, along certain invocations; nil if there is none.
  private func way(backTo end: Int, sure: [[(chart: Int, invocation: Int)]]) -> [Int]? {
    var before = [Int?](repeating: nil, count: entries.count)
    var queue = [end]
    var next = 0
    while next < queue.count, before[end] == nil {
      let index = queue[next]
      next += 1
      for (link, _) in sure[index] where before[link] == nil {
        before[link] = index
        queue.append(link)
      }
    }
    guard var last = before[end] else { return nil }
    var way = [end]
    while last != end, let earlier = before[last] {
      way.append(last)
      last = earlier
    }
    return way.reversed()
  }
}
