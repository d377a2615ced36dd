import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures

/// Stops a run between microsteps, at breakpoints or step by step, and lets the user inspect the machine.
final class Debugger: MachineObserver, TraceSink {
  struct Break {
    let text: String
    let name: String
    /// The state of this name; nil without one.
    let state: StateID?
    let condition: Expression?
  }

  var breaks: [Break] = []
  /// The connection to the host, which is told nothing about questions at a stop.
  var link: HostLink?
  var isStepping = false
  /// Reads the next line while a run is stopped; nil at the end of input.
  var nextLine: ((_ prompt: String) -> [UInt8]?)?
  /// Waits for a key after a screen of lines. Returns false to end the output. Nil without a keyboard.
  var goesOn: (() -> Bool)?

  private let chart: Chart
  private let source: SourceText
  private let trace: TraceText
  private let streams: Streams
  /// The events since the machine last rested.
  private var entered: [StateID] = []
  private var taken: [[UInt8]] = []

  /// The style of a picture of the chart.
  var picture = TreeStyle()

  init(_ chart: Chart, in source: SourceText, trace: TraceText, streams: Streams) {
    self.chart = chart
    self.source = source
    self.trace = trace
    self.streams = streams
  }

  // MARK: What happens

  func begin(_ header: TraceHeader) {
    entered.removeAll()
    taken.removeAll()
    if case .event(let label, _) = header { taken.append(chart.bytes(of: label)) }
  }

  func add(_ entries: TraceEntries) {
    if breaks.isEmpty { return }
    for entry in entries {
      switch entry {
      case .enter(let state): entered.append(state)
      case .event(let label), .sendFired(_, let label): taken.append(chart.bytes(of: label))
      default: break
      }
    }
  }

  func end(_ summary: TraceSummary) { isStepping = false }

  // MARK: Stopping

  var isWatching: Bool { nextLine != nil && (isStepping || !breaks.isEmpty) }

  func rest(_ machine: Machine) {
    defer {
      entered.removeAll()
      taken.removeAll()
    }
    guard nextLine != nil else { return }
    if let reason = breaks.lazy.compactMap({ self.reason(toStopOn: $0, in: machine) }).first {
      ask(machine, why: reason)
    } else if isStepping {
      ask(machine, why: "one step")
    }
  }

  /// The reason to stop; nil if the run continues. A condition without a result stops, too.
  private func reason(toStopOn stop: Break, in machine: Machine) -> String? {
    let isHere = stop.state.map { entered.contains($0) } ?? false || taken.contains { $0.elementsEqual(stop.name.utf8) }
    let reason = "stopped on \(stop.text)"
    guard isHere, let condition = stop.condition else { return isHere ? reason : nil }
    var copy = machine
    do throws(DataModel.Failure) {
      let value = try HostLink.trying(on: link) { () throws(DataModel.Failure) in try copy.evaluate(condition) }
      if case .bool(let holds) = value { return holds ? reason : nil }
      return "\(reason): the condition must be a bool, this is \(value.typeName.rawValue)"
    } catch {
      return "\(reason): the condition has an error: \(error.message)"
    }
  }

  private func ask(_ machine: Machine, why: String) {
    trace.flush()
    writeLine("-- \(why); :step, :continue, or look around")
    while let line = nextLine?("(\(shown(machine))) ") {
      let text = line.drop { $0 == 0x20 || $0 == 0x09 }
      guard let first = text.first else { continue }
      if first == UInt8(ascii: "?") {
        show(Array(text.dropFirst()), in: machine)
        continue
      }
      guard first == UInt8(ascii: ":") else {
        writeLine("a run has stopped here: :step or :continue first")
        continue
      }
      do throws(Complaint) {
        let (command, argument) = try ReplCommand.parse(text, picture: picture)
        switch command.action {
        case .continueRun(let isStepping, _):
          self.isStepping = isStepping
          return
        case .look(let show):
          write(try HostLink.trying(on: link) { () throws(Complaint) in try show(machine, argument, source) })
        case .act, .script:
          writeLine("a run has stopped here: :step or :continue first; ? EXPRESSION, \(Self.views) look around")
        }
      } catch {
        writeLine(error.message)
      }
    }
    isStepping = false
    // Without a keyboard, the input has ended; with one, the end is that of this stop.
    if goesOn == nil { nextLine = nil }
  }

  /// Shows the value of an expression.
  private func show(_ expression: [UInt8], in machine: Machine) {
    do throws(ScriptParser.LineError) {
      let parsed = try ScriptParser(machine.chart, holding: machine.data.slots).expression(expression)
      var copy = machine
      do throws(DataModel.Failure) {
        writeLine(
          "  " + (try HostLink.trying(on: link) { () throws(DataModel.Failure) in try copy.evaluate(parsed) }).json)
      } catch {
        writeLine("  error: " + error.message)
      }
    } catch {
      writeLine(Complaint(error, else: "this is not an expression").message)
    }
  }

  /// The commands that inspect the machine, as a phrase.
  private static let views: String = {
    let names = ReplCommand.all.compactMap { if case .look = $0.action { ":" + $0.name } else { nil } }
    return names.dropLast().joined(separator: ", ") + (names.last.map { " and " + $0 } ?? "")
  }()

  private func shown(_ machine: Machine) -> String {
    machine.configuration.leaves.prefix(3).map { chart.shownReference($0) }.joined(separator: ", ")
  }

  private func writeLine(_ text: String) { write(DisplayText.raw(text) + "\n") }

  private func write(_ text: String) {
    trace.flush()
    streams.output.write(text)
  }
}
