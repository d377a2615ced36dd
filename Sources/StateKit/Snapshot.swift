internal import CEL
internal import StateKitCore
internal import StateKitFormat

/// The complete state of a machine between two steps, in the format of `statekit run --save-state` and `--from-state`.
///
/// A snapshot taken inside a closure contains the machine before the step.
public struct Snapshot: Sendable {
  let file: StateFile

  init(_ file: StateFile) {
    self.file = file
  }

  /// Reads a state file.
  ///
  /// ```swift
  /// let snapshot = try Snapshot(json: Data(contentsOf: file))
  /// ```
  ///
  /// - Parameter json: the bytes of the file.
  /// - Throws: `SnapshotError` if the bytes are not a state file.
  public init(json: some Sequence<UInt8>) throws(SnapshotError) {
    do throws(StateFile.Damage) {
      file = try StateFile(Array(json))
    } catch {
      throw .damaged(reason: error.reason)
    }
  }

  /// The bytes of the state file.
  public var json: [UInt8] { file.bytes }

  /// A hash of the parts of its chart that affect behaviour.
  public var fingerprint: String { file.fingerprint }
}

extension Snapshot: Hashable {
  /// True if two snapshots are equal files.
  public static func == (a: Snapshot, b: Snapshot) -> Bool { a.json == b.json }

  /// Hashes the file.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension Snapshot: Codable {
  private enum Key: String, CodingKey {
    case state
  }

  /// Reads a snapshot that `encode` wrote, or the JSON of a state file. A decoder that does not distinguish `3.0` from
  /// `3`, such as `JSONDecoder`, makes ints of whole doubles in a state file: use `init(json:)` for a state file.
  ///
  /// - Throws: `DecodingError`, and `SnapshotError` if it is not a state file.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.container(keyedBy: Key.self).decode(String.self, forKey: .state) {
      try self.init(json: text.utf8)
      return
    }
    let json = try Payload(from: decoder).json
    do throws(StateFile.Damage) {
      // Other programs may reorder and reformat JSON, so the checksum is not checked.
      self.init(try StateFile(json, isSealed: false))
    } catch {
      throw SnapshotError.damaged(reason: error.reason)
    }
  }

  /// Writes the text of the state file under the key `state`: coders of other formats would change numbers and nulls.
  ///
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(String(decoding: json, as: UTF8.self), forKey: .state)
  }
}

/// The reason why a machine cannot continue from a snapshot.
public enum SnapshotError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes are not a complete state file.
  case damaged(reason: String)
  /// The snapshot was taken before the machine was started.
  case notStarted
  /// The snapshot belongs to a chart that the chart cannot replace. `fits`: states and context values that the chart
  /// also has; `lost`: parts of the snapshot that the chart lacks, at most a hundred.
  case misfit(fits: [String], lost: [String])

  /// States and context values that the chart also has.
  public var fits: [String] {
    if case .misfit(let fits, _) = self { fits } else { [] }
  }

  /// Parts of the snapshot that the chart lacks; at most a hundred.
  public var lost: [String] {
    if case .misfit(_, let lost) = self { lost } else { [] }
  }

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .damaged(let reason): "the snapshot is damaged: \(reason)"
    case .notStarted: "the snapshot was taken before the start of its machine: create a machine, and start it"
    case .misfit(let fits, let lost):
      "the snapshot does not fit the chart: \(lost.joined(separator: "; ")) (\(fits.count) of its parts fit)"
    }
  }
}

extension Statechart {
  /// Creates a started machine that continues from a snapshot. Set its closures before it handles anything: an action
  /// without a closure is not carried out, and is one of `Step.missingActions`. `start` checks that none is missing.
  ///
  /// ```swift
  /// let machine = try Statechart(chart, restoring: snapshot)
  /// try machine.action("lightOn") { _ in lamp = true }
  /// try machine.start()
  /// ```
  ///
  /// - Parameters:
  ///   - chart: the chart to run.
  ///   - snapshot: the state to continue from.
  /// - Throws: `SnapshotError` if the snapshot belongs to a chart that this one cannot replace, or was taken before
  ///   the start.
  public convenience init(_ chart: ChartDefinition, restoring snapshot: Snapshot) throws(SnapshotError) {
    self.init(chart)
    let reading: SavedMachine.Reading
    do throws(StateFile.Damage) {
      reading = try snapshot.file.machine(on: chart.core.chart, fingerprint: chart.core.fingerprint)
    } catch {
      throw .damaged(reason: error.reason)
    }
    if !reading.lost.isEmpty { throw .misfit(fits: reading.fits, lost: reading.lost) }
    if reading.snapshot.isBeforeStart { throw .notStarted }
    become(reading.snapshot)
    // Its steps name the actions that have no closure yet.
    if !core.needs.actions.names.isEmpty { _ = ownHost }
  }

  /// A snapshot of the machine in its current state.
  public var snapshot: Snapshot {
    Snapshot(StateFile(endedSnapshot, chart: core.chart, fingerprint: core.fingerprint))
  }

  /// The complete state with the outcome of the last step, without the errors of that step.
  private var endedSnapshot: MachineSnapshot {
    wholeSnapshot.ended(last?.facts.end, faults: [], rejection: nil)
  }

  /// Returns a second machine in the current state, with the same host actions, guards and sources, but without hooks
  /// and observers.
  ///
  /// ```swift
  /// let trial = machine.fork()
  /// if trial.send("pay").outcome == .handled { machine.send("pay") }
  /// ```
  ///
  /// - Returns: a machine that no longer follows this one.
  public func fork() -> Statechart {
    let other = Statechart(chart)
    let snapshot = endedSnapshot
    if !snapshot.isBeforeStart { other.become(snapshot) }
    other.fraction = fraction
    if let host { other.ownHost.takeClosures(of: host) }
    return other
  }

  /// Continues from a snapshot of a started machine.
  private func become(_ snapshot: MachineSnapshot) {
    node = core.node(snapshot.situation, isFinished: snapshot.isFinished)
    adopt(snapshot)
    let end = StepFacts.End(seen: snapshot.seen, outcome: snapshot.lastOutcome)
    last = LastStep(StepFacts(.line, from: node, to: node, end: end, core: core))
    markStarted()
  }
}

extension MachineSnapshot {
  fileprivate var isBeforeStart: Bool { configuration.isEmpty && !isFinished }
}
