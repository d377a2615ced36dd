internal import CEL
internal import StateKitCore
internal import StateKitFormat

/// All that a machine is between two steps: what `statekit run --save-state` writes, and `--from-state` goes on from.
///
/// A snapshot that is taken from inside a closure is that of the machine before the step.
public struct Snapshot: Sendable {
  let file: StateFile

  init(_ file: StateFile) {
    self.file = file
  }

  /// Reads a state file.
  ///
  /// - Throws: `SnapshotDamage` where the bytes are none.
  public init(json: some Sequence<UInt8>) throws {
    do throws(StateFile.Damage) {
      file = try StateFile(Array(json))
    } catch {
      throw SnapshotDamage(error.reason)
    }
  }

  /// The state file.
  public var json: [UInt8] { file.bytes }

  /// A number over what matters for the meaning of the chart that it was taken of.
  public var fingerprint: String { file.fingerprint }
}

extension Snapshot: Hashable {
  /// Whether two snapshots are the same file.
  public static func == (a: Snapshot, b: Snapshot) -> Bool { a.json == b.json }

  /// Feeds the file.
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

extension Snapshot: Codable {
  /// Reads the JSON of a state file with any decoder.
  ///
  /// - Throws: `DecodingError`, and `SnapshotDamage` where it is no state file.
  public init(from decoder: any Decoder) throws {
    let json = try Payload(from: decoder).json
    do throws(StateFile.Damage) {
      // Encoders order and space JSON as they like, so that its checksum says nothing any more.
      file = try StateFile(json, isSealed: false)
    } catch {
      throw SnapshotDamage(error.reason)
    }
  }

  /// Writes the JSON of a state file with any encoder.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try (Payload(json: json) ?? .null).encode(to: encoder)
  }
}

/// Why bytes are no state file.
public struct SnapshotDamage: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public let reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// The reason, in words.
  public var description: String { "the state file is damaged: \(reason)" }
}

/// A snapshot does not fit a chart.
public struct SnapshotMisfit: Error, Sendable, Hashable, CustomStringConvertible {
  /// States and values of the context that the chart has, too.
  public let fits: [String]
  /// What it does not have; at most a hundred.
  public let lost: [String]

  /// What is lost, and how much fits.
  public var description: String {
    "the snapshot does not fit the chart: \(lost.joined(separator: "; ")) (\(fits.count) of its parts fit)"
  }
}

extension Statechart {
  /// A machine that goes on from a snapshot. It is started: what the program gives it can be checked with `start`.
  ///
  /// - Throws: `SnapshotMisfit` where the snapshot is of a chart that this one cannot go on for, `SnapshotDamage` where it
  ///   holds no machine.
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

  /// The machine as it is now.
  public var snapshot: Snapshot {
    Snapshot(
      StateFile(
        wholeSnapshot.ended(last?.end, faults: [], rejection: nil), chart: core.chart, source: core.origin.lines.source)
    )
  }

  /// A second machine in the same state, with the same host actions, guards and sources; hooks and observers are those of the
  /// first one alone.
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
    standing = core.standing(snapshot.situation, isFinished: snapshot.isOver)
    take(snapshot)
    last = StepFacts(
      from: standing, to: standing, recorded: RecordedEntries([]), faults: [], seen: snapshot.seenEvent,
      outcome: snapshot.lastEnd, rejection: nil, core: core)
    markStarted()
  }
}
