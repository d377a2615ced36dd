import CEL
import StateKitCore
import StateKitFormat
import StateKitPictures

/// Stops a run between microsteps, where a break says so or step by step, and lets the one who types look around.
final class Debugger: MachineObserver, TraceSink {
  /// Where a run stops.
  struct Break {
    let text: String
    let name: String
    /// The state of this name, where there is one.
    let state: StateID?
    let condition: Expression?
  }

  var breaks: [Break] = []
  var isStepping = false
  /// The next line that is typed while a run has stopped; nil where nobody types any more.
  var nextLine: ((_ prompt: String) -> [UInt8]?)?
  /// Waits for a key below a screen of lines; false where no more are wanted. Nil where nobody can press one.
  var goesOn: (() -> Bool)?

  private let chart: Chart
  private let source: SourceText
  private let trace: TraceText
  private let streams: Streams
  /// What happened since the machine rested last.
  private var entered: [StateID] = []
  private var taken: [[UInt8]] = []

  /// How a picture of the chart is written.
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

  func end(_ summary: TraceSummary) {
    isStepping = false
  }

  // MARK: Stopping

  var isWatching: Bool { nextLine != nil && (isStepping || !breaks.isEmpty) }

  func rest(_ machine: Machine) {
    defer {
      entered.removeAll()
      taken.removeAll()
    }
    guard nextLine != nil else { return }
    if let stop = breaks.first(where: { isHit($0, in: machine) }) {
      ask(machine, why: "stopped on \(stop.text)")
    } else if isStepping {
      ask(machine, why: "one step")
    }
  }

  private func isHit(_ stop: Break, in machine: Machine) -> Bool {
    let isHere =
      stop.state.map { entered.contains($0) } ?? false || taken.contains { $0.elementsEqual(stop.name.utf8) }
    guard isHere, let condition = stop.condition else { return isHere }
    var copy = machine
    guard case .bool(true)? = try? copy.evaluate(condition) else { return false }
    return true
  }

  private func ask(_ machine: Machine, why: String) {
    trace.flush()
    say("-- \(why); :step, :continue, or look around")
    while let line = nextLine?("(\(shown(machine))) ") {
      let text = String(decoding: line, as: UTF8.self)
      let words = text.split(separator: " ", maxSplits: 1).map(String.init)
      guard let first = words.first else { continue }
      guard case .command(let command) = ReplCommand.match(String(first.dropFirst())), first.hasPrefix(":") else {
        say("a run has stopped here: :step or :continue first")
        continue
      }
      switch command.action {
      case .goOn(let isStepping, _):
        self.isStepping = isStepping
        return
      case .look(let show):
        let argument = ReplCommand.Argument(
          bytes: Array((words.count > 1 ? words[1] : "").utf8), picture: picture)
        do throws(Complaint) {
          write(try show(machine, argument, source))
        } catch {
          say(error.message)
        }
      case .act, .script:
        say("a run has stopped here: :step or :continue first; \(Self.views) look around")
      }
    }
    // Nobody types any more.
    nextLine = nil
  }

  /// The commands that look around, in words.
  private static let views: String = {
    let names = ReplCommand.all.compactMap { if case .look = $0.action { ":" + $0.name } else { nil } }
    return names.dropLast().joined(separator: ", ") + (names.last.map { " and " + $0 } ?? "")
  }()

  private func shown(_ machine: Machine) -> String {
    machine.configuration.leaves.prefix(3).map { chart.shownReference($0) }.joined(separator: ", ")
  }

  private func say(_ text: String) {
    write(DisplayText.raw(text) + "\n")
  }

  private func write(_ text: String) {
    trace.flush()
    streams.output.write(text.utf8Bytes.span)
  }
}
