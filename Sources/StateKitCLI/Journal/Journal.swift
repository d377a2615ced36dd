// Longer than others: all that a journal does with its file.
import CEL
import StateKitCore
import StateKitFormat

/// The journal of a run: a locked file of the lines that ran, with a state file beside it (Durable.md).
final class Journal {
  /// The reason why a run cannot use its journal.
  struct Refusal: Error {
    let message: String
    let status: ExitStatus
    /// True if the journal is damaged.
    var isDamage = false
  }

  /// The point at which an earlier run resumes.
  struct Past {
    /// A state to resume from; nil for the start.
    fileprivate(set) var beginning: StateFiles.Loaded?
    /// The number of lines that this state includes.
    fileprivate(set) var skipped = 0
    /// The number of records in the journal.
    fileprivate(set) var count = 0
    /// The number of records for the start and for lines of the host.
    fileprivate(set) var otherLines = 0
    fileprivate(set) var end = 0
    /// True if an incomplete line was cut off.
    fileprivate(set) var isTorn = false
    fileprivate(set) var isNew = false
    /// The line of the journal that differs from the script; nil if none does.
    fileprivate(set) var difference: Int?
    /// A warning about the state file beside it.
    fileprivate(set) var warning: String?
  }

  let path: String
  private let name: String
  private let file: any JournalStorage
  private let states: StateFiles
  private let fingerprint: String
  /// The options that also affect what its lines do.
  private let options: [String]
  private let mode: SyncMode
  /// The number of lines between two state files.
  private let interval: Int
  private var sum = Checksum()
  private var count = 0
  private var offset = 0
  private var saved = 0

  private var statePath: String { path + ".state" }
  /// True if lines of the host or of the wall clock begin with a mark.
  var marksLines: Bool { options.contains("--host") || options.contains("--realtime") }

  /// Opens and locks a journal, or creates one.
  init(_ path: String, mode: SyncMode, interval: Int, options: [String], states: StateFiles) throws(Refusal) {
    self.path = path
    self.options = options
    self.mode = mode
    self.interval = interval
    self.states = states
    name = FilePath.shown(path)
    fingerprint = ChartFingerprint.of(states.chart, in: states.source)
    do throws(LockedFile.Refusal) {
      file = try states.streams.journal(path)
    } catch {
      switch error {
      case .locked:
        throw Refusal(message: "the journal \(FilePath.shown(path)) is in use by another run", status: .unable)
      case .failed(let reason):
        throw Refusal(message: "cannot open the journal \(FilePath.shown(path)): \(reason)", status: .unable)
      }
    }
  }

  // MARK: Opening

  /// Checks the whole journal without changing it. `expected` returns the lines of a script, which must equal those
  /// of the journal.
  func check(_ expected: (() throws -> [UInt8]?)?) throws -> Past {
    var past = Past()
    try file.rewind()
    var scanner = JournalScanner { [file] in try file.read($0, into: &$1) }
    switch try scanner.head() {
    case .none:
      past.isNew = true
      return past
    case .damaged where scanner.offset > 0: throw damage("the record is damaged", at: scanner.offset)
    case .damaged: throw damage("it does not begin like a journal", at: 0)
    case .of(let other, let theirs):
      guard other.utf8.elementsEqual(fingerprint.utf8) else {
        throw Refusal(
          message: "the journal \(name) belongs to another chart, or its first line is damaged", status: .inputAtFault)
      }
      guard theirs == options else {
        throw Refusal(
          message: "the journal \(name) was begun with \(JournalOptions.difference(of: options, from: theirs))",
          status: .inputAtFault)
      }
    }
    let state = savedState(&past)
    while true {
      if let state, state.count == scanner.count, state.offset == scanner.offset, state.sum == scanner.sum.value {
        (past.beginning, past.skipped) = (state.loaded, state.count)
      }
      let offset = scanner.offset
      switch try scanner.next() {
      case .record(let record):
        let isOther = record.isStart || record.isFromHost && marksLines
        if isOther { past.otherLines += 1 }
        guard let expected, past.difference == nil, !isOther else { continue }
        if try expected() != record.line { past.difference = scanner.count }
      case .damaged(let why): throw damage(why, at: offset)
      case .torn:
        past.isTorn = true
        fallthrough
      case .end:
        (past.count, past.end) = (scanner.count, offset)
        // The journal is checked on its own first, then against the script.
        if past.difference != nil { (past.beginning, past.skipped) = (nil, 0) }
        (count, self.offset, sum, saved) = (scanner.count, offset, scanner.sum, past.skipped)
        return past
      }
    }
  }

  /// Throws if the script differs from that of the journal.
  func checkScript(_ past: Past) throws(Refusal) {
    guard let line = past.difference else { return }
    throw Refusal(
      message: "the journal \(name) belongs to another script: they differ in line \(line) of the journal",
      status: .inputAtFault)
  }

  private func damage(_ why: String, at offset: Int) -> Refusal {
    Refusal(message: "\(name), byte \(offset): \(why)", status: .unable, isDamage: true)
  }

  /// Passes the lines before the state that the run resumes from to `earlier`, and those after it to `body`, each with
  /// the known facts about it.
  func replay(_ past: Past, earlier: (JournalRecord) -> Void, body: (JournalRecord) throws -> Bool) throws {
    if past.isNew { return }
    try file.rewind()
    var scanner = JournalScanner { [file] in try file.read($0, into: &$1) }
    _ = try scanner.head()
    while scanner.count < past.count {
      let offset = scanner.offset
      guard case .record(let record) = try scanner.next() else { return }
      if scanner.count <= past.skipped {
        earlier(record)
        continue
      }
      if try !body(record) {
        throw damage(
          "the line leads to another step or time than the \(record.step) steps and \(record.time) ms of the record: "
            + "a record is missing, repeated or misplaced", at: offset)
      }
    }
  }

  /// Prepares the journal for new lines: cuts off an incomplete one.
  func begin(_ past: Past) throws {
    if past.isNew {
      try file.truncate(to: 0)
      let head = JournalScanner.head(fingerprint, options: options)
      try file.append(head.span)
      offset = head.count
      if mode != .none {
        try file.sync()
        try file.syncFolder()
      }
    } else {
      try file.truncate(to: past.end)
      if past.isTorn, mode != .none { try file.sync() }
    }
  }

  // MARK: Writing

  /// True if each line is synced on its own.
  var syncsEachLine: Bool { mode == .always }

  /// Writes lines, and waits until they are stored.
  func add(_ records: [JournalRecord]) throws {
    if records.isEmpty { return }
    let bytes = records.reduce(into: [UInt8]()) { $1.append(to: &$0) }
    try file.check(length: offset)
    do {
      try file.append(bytes.span)
      if mode != .none { try file.sync() }
      try file.check(length: offset + bytes.count)
    } catch {
      // A full disk may have taken some of the lines. Their trace is not shown, so they must run again.
      try? file.truncate(to: offset)
      throw error
    }
    sum.add(bytes.span)
    count += records.count
    offset += bytes.count
  }

  /// True if there are enough lines since the last state file, `more` of them not stored yet.
  func wantsState(after more: Int) -> Bool { count + more - saved >= interval }

  /// Writes a state file. Returns the reason if that fails.
  func saveState(_ make: () -> StateFile) -> String? {
    saved = count
    let mark = MapValue([
      (.string("records"), .int(Int64(count))), (.string("bytes"), .int(Int64(offset))),
      (.string("checksum"), .string(String(sum.value, radix: 16))),
    ])
    if case .failure(let warning) = readState() { return warning.reason }
    guard let bytes = make().adding(journal: mark).bytes(upTo: StateFile.mostBytes) else { return StateFiles.tooLarge }
    return file.saveBeside(statePath, bytes: bytes)?.reason
  }

  /// The bytes of the state file beside the journal; nil if there is none. Fails for a file of another journal.
  private func readState() -> Result<[UInt8]?, FileSave.Failure> {
    let notOurs = FileSave.Failure(
      "\(FilePath.shown(statePath)) is not a state file of this journal and was not changed")
    do throws(InputError) {
      let bytes = try SourceFile.read(try file.openBeside(statePath), limit: StateFile.mostBytes)
      return bytes.starts(with: StateFile.beginning(ofJournal: fingerprint)) ? .success(bytes) : .failure(notOurs)
    } catch {
      return error.isMissing ? .success(nil) : .failure(notOurs)
    }
  }

  private struct SavedState {
    let loaded: StateFiles.Loaded
    let count: Int
    let offset: Int
    let sum: UInt64
  }

  /// The state file beside the journal if it is valid; else nil, and all lines are run.
  private func savedState(_ past: inout Past) -> SavedState? {
    switch readState() {
    case .failure(let failure): past.warning = failure.reason
    case .success(nil): break
    case .success(let bytes?):
      do throws(StateFile.Damage) {
        let file = try StateFile(bytes)
        guard case .map(let mark)? = file.member("journal"), case .int(let count)? = mark["records"],
          case .int(let offset)? = mark["bytes"], case .string(let text)? = mark["checksum"],
          let sum = UInt64(text, radix: 16)
        else { throw StateFile.Damage(reason: "it has no position in the journal") }
        if let loaded = try states.loaded(file) {
          return SavedState(loaded: loaded, count: Int(count), offset: Int(offset), sum: sum)
        }
        past.warning = "\(FilePath.shown(statePath)) does not fit the chart; all lines are run"
      } catch {
        past.warning = "\(FilePath.shown(statePath)) is damaged: \(error.reason); all lines are run"
      }
    }
    return nil
  }
}
