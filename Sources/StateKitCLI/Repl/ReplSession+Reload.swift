import CEL
import StateKitCore
import StateKitFormat

extension ReplSession {
  /// Reads the chart again, runs the lines so far on it, and reports the parts of the session that it cannot use.
  mutating func reload() {
    let loaded: LoadedChart
    do throws(CommandEnd) {
      let keys = ScriptFile.widenedKeys(
        by: scripts.map(Self.scriptPath), streams: streams, settings: options.settings)
      loaded = try ChartLoading(streams: streams, reading: options.reading, widenedKeys: keys)
        .load(chartPath, messenger: &messenger)
    } catch {
      messenger.write(error)
      return writeLine("the session keeps the chart that it has")
    }
    let chart = loaded.chart
    let before = machine.configuration.leaves.map { self.chart.path($0) }
    let data = self.chart.contextNames.indices.map {
      (name: self.chart.contextNames[$0], value: machine.data.slots[$0])
    }
    let (lines, marks) = (timeline.lines(to: timeline.current), timeline.marksOnTheWay)
    let (breaks, watches) = (debugger.breaks, self.watches)
    exchange(loaded)
    var silent = Machine(chart, context: context, limits: options.limits, sink: NoTrace())
    let parser = ScriptParser(chart)
    silent.answers = options.host.answers(for: chart)
    silent.start(of: lines.lazy.compactMap { try? parser.parse(ScriptLine(file: "", number: 2, bytes: $0)) })
    timeline.begin(silent.snapshot)
    let kept = Dictionary(grouping: marks.kept, by: \.depth)
    func mark(after depth: Int) { for mark in kept[depth] ?? [] { timeline.mark(mark.name) } }
    mark(after: 0)
    for (index, bytes) in lines.enumerated() {
      let step = try? parser.parse(ScriptLine(file: "", number: index + 2, bytes: bytes))
      if step.map({ silent.perform($0) || $0.isExpectation }) != true {
        writeLine("  dropped, because the chart has no such event or data: " + String(decoding: bytes, as: UTF8.self))
      }
      timeline.add(bytes, snapshot: silent.snapshot)
      mark(after: index + 1)
    }
    let now = silent.configuration.leaves.map { chart.path($0) }
    if now == before {
      writeLine("reloaded; the same lines lead to the same states")
    } else if let moved = silent.moved(to: before, data: data) {
      // The lines of the session do not lead here in the new chart, so a new history begins.
      writeLine("reloaded; states and data are kept, timers and history are dropped")
      timeline.begin(moved.snapshot, isReachable: false)
    } else {
      writeLine("reloaded; the same lines no longer lead to \(before.joined(separator: ", "))")
    }
    for name in marks.lost { writeLine("  removed: the mark \(DisplayText.name(name)), on another branch") }
    keep(breaks)
    keep(watches.map(\.text))
    arrive()
  }

  /// Restores the breakpoints whose names the chart has.
  private mutating func keep(_ breaks: [Debugger.Break]) {
    for stop in breaks {
      do throws(Complaint) {
        debugger.breaks.append(try breaking(on: stop.text))
      } catch {
        writeLine("  removed: the break on \(stop.text): \(error.message)")
      }
    }
  }

  /// Restores the watched expressions whose names the chart has.
  private mutating func keep(_ watches: [String]) {
    for text in watches {
      do throws(ScriptParser.LineError) {
        self.watches.append((text, try parser.expression(Array(text.utf8))))
      } catch {
        writeLine("  removed: the watch \(text): \(Complaint(error, else: "this is not an expression").message)")
      }
    }
  }
}
