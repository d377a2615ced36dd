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
  /// - Throws: `SnapshotDamage` if the bytes are not a state file.
  public init(json: some Sequence<UInt8>) throws {
    do throws(StateFile.Damage) {
      file = try StateFile(Array(json))
    } catch {
      throw SnapshotDamage(error.reason)
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
  /// Reads the JSON of a state file with any decoder.
  ///
  /// - Throws: `DecodingError`, and `SnapshotDamage` if it is not a state file.
  public init(from decoder: any Decoder) throws {
    let json = try Payload(from: decoder).json
    do throws(StateFile.Damage) {
      // Encoders may reorder and reformat JSON, so the checksum is not checked.
      file = try StateFile(json, isSealed: false)
    } catch {
      throw SnapshotDamage(error.reason)
    }
  }

  /// Writes the JSON of a state file with any encoder.
  ///
  /// - Throws: the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try (Payload(json: json) ?? .null).encode(to: encoder)
  }
}

/// The reason why bytes are not a state file.
public struct SnapshotDamage: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// The reason as a sentence.
  public var description: String { "the state file is damaged: \(reason)" }
}

/// The error for a snapshot that does not fit a chart.
public struct SnapshotMisfit: Error, Sendable, Hashable, CustomStringConvertible {
  /// States and context values that the chart also has.
  public let fits: [String]
  /// Parts of the snapshot that the chart lacks; at most a hundred.
  public let lost: [String]

  /// The lost parts, and the number of parts that fit.
  public var description: String {
    "the snapshot does not fit the chart: \(lost.joined(separator: "; ")) (\(fits.count) of its parts fit)"
  }
}

extension Statechart {
  /// Creates a started machine that continues from a snapshot. Call `start` to check that the program provides what the
  /// chart requires.
  ///
  /// - Throws: `SnapshotMisfit` if the snapshot belongs to a chart that this one cannot replace, `SnapshotDamage` if it
  ///   contains no machine.
  public convenience init(_ chart: Chart, restoring snapshot: Snapshot) throws {
    self.init(chart)
    let reading: SavedMachine.Reading
    do throws(StateFile.Damage) {
      reading = try snapshot.file.machine(on: chart.core.chart, in: chart.core.origin.lines.source)
    } catch {
      throw SnapshotDamage(error.reason)
    }
    if !reading.lost.isEmpty { throw SnapshotMisfit(fits: reading.fits, lost: reading.lost) }
    become(reading.snapshot)
  }

  /// A snapshot of the machine in its current state.
  public var snapshot: Snapshot {
    Snapshot(
      StateFile(
        wholeSnapshot.ended(last?.end, faults: [], rejection: nil), chart: core.chart, source: core.origin.lines.source)
    )
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
    if hasStarted { other.become(wholeSnapshot) }
    guard let host else { return other }
    let own = other.ownHost
    own.takeActions(of: host)
    own.guards = host.guards
    own.sources = host.sources
    own.delays = host.delays
    return other
  }

  private func become(_ snapshot: MachineSnapshot) {
    if snapshot.configuration.isEmpty, !snapshot.isOver { return }
    node = core.node(snapshot.situation, isFinished: snapshot.isOver)
    adopt(snapshot)
    last = StepFacts(
      from: node, to: node, recorded: RecordedEntries([]), faults: [], seen: snapshot.seenEvent,
      outcome: snapshot.lastEnd, rejection: nil, core: core)
    markStarted()
  }
}
