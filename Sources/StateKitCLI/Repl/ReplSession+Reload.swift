import CEL
import StateKitCore
import StateKitFormat

extension ReplSession {
  /// Reads the chart again, runs the lines so far on it, and reports the parts of the session that it cannot use.
  mutating func reload() {
    let loaded: LoadedChart
    do throws(CommandEnd) {
      let keys = ScriptFile.widenedKeys(by: scripts.map(Self.scriptPath), streams: streams, settings: options.settings)
      loaded = try ChartLoading(streams: streams, reading: options.reading, widenedKeys: keys)
        .load(chartPath, messenger: &messenger)
    } catch {
      complain(error)
      return writeLine("the session keeps the chart that it has")
    }
    let chart = loaded.chart
    let before = machine.configuration.leaves.map { self.chart.path($0) }
    let data = self.chart.contextNames.indices.map {
      (name: self.chart.contextNames[$0], value: machine.data.slots[$0])
    }
    let (path, lostMarks) = (timeline.path, timeline.marksElsewhere)
    let (breaks, watches, settings) = (debugger.breaks, self.watches, options.settings)
    exchange(loaded)
    var fresh = repeating()
    _ = fresh.start()
    let parser = ScriptParser(chart)
    for (index, moment) in path.enumerated() {
      var lines: [[UInt8]] = []
      for bytes in moment.lines {
        if fresh.make(bytes, parser: parser) {
          lines.append(bytes)
        } else {
          writeLine("  dropped, because the chart has no such event or data: " + String(decoding: bytes, as: UTF8.self))
        }
      }
      if index == 0 {
        _ = fresh.begin()
        timeline.begin(fresh.now, after: lines)
      } else if !lines.isEmpty || !moment.marks.isEmpty {
        timeline.add(lines, state: fresh.now)
      }
      for mark in moment.marks { timeline.mark(mark) }
    }
    let silent = fresh.machine
    let now = silent.configuration.leaves.map { chart.path($0) }
    if now == before {
      writeLine("reloaded; the same lines lead to the same states")
    } else if let moved = silent.moved(to: before, data: data) {
      // The lines of the session do not lead here in the new chart, so a new history begins.
      writeLine("reloaded; states and data are kept, timers and history are dropped")
      timeline.begin(ScriptRunner.Moment(moved.snapshot), isReachable: false)
    } else {
      writeLine("reloaded; the same lines no longer lead to \(before.joined(separator: ", "))")
    }
    let lostSettings = settings.map(\.path).filter { path in
      !options.settings.contains { $0.path.utf8.elementsEqual(path.utf8) }
    }
    for path in lostSettings { writeLine("  removed: --set \(path), which the chart no longer has") }
    for name in lostMarks { writeLine("  removed: the mark \(DisplayText.name(name)), on another branch") }
    keep(breaks)
    keep(watches.map(\.text))
    arrive()
  }

  /// A runner that repeats lines of the session, before its start: it writes no trace, and its host has recorded answers
  /// only.
  func repeating(listener: ScriptRecorder? = nil) -> ScriptRunner {
    ScriptRunner(chart, options: options.runs(of: chart), trace: NoTrace(), listener: listener)
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

extension ScriptRunner {
  /// Makes the step of a line of a session again. Returns false if the chart does not have its event or data.
  mutating func make(_ bytes: [UInt8], parser: ScriptParser) -> Bool {
    let line = ScriptLine(file: "", number: 2, bytes: bytes)
    guard let step = try? parser.parse(line) else { return false }
    // An expectation would use up answers of the host.
    if !step.isExpectation { _ = run(step, at: line) }
    return true
  }
}
