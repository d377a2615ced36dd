import StateKitCore

extension ChartLoading {
  /// Reads a chart file for a report that a program reads. If the chart has errors, they are the whole report.
  func load(
    _ path: String, messenger: Messenger, report: any FindingsReport
  ) throws(CommandEnd) -> LoadedChart {
    // A valid chart writes nothing.
    func write(_ add: (inout FindingsWriter) -> Void) {
      var writer = FindingsWriter(report, to: streams.output, showsAll: !messenger.isQuiet)
      add(&writer)
      writer.end()
    }
    switch Self.open(path, streams: streams) {
    case .unreadable(let name, let reason, _):
      messenger.write("statekit: cannot read \(name): \(reason)")
      write { $0.add(unreadable: name, reason: reason) }
      throw CommandEnd(.unable)
    case .tooLarge(let diagnostic, let source):
      write { writer in
        writer.beginFile()
        writer.add([diagnostic], in: source)
      }
      throw CommandEnd(.inputAtFault)
    case .text(let file):
      let check = locate(file, at: path)
      if let loaded = check.loaded { return loaded }
      write { $0.add(check.findings, in: check.source) }
      throw CommandEnd(.inputAtFault)
    }
  }
}
