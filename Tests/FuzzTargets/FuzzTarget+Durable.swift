import StateKitCore
import StateKitCLI
import StateKitFormat

/// Files that outlast a process, and logs.
extension FuzzTarget {
  /// What the tool makes of files in memory; the journal is what it is left as.
  private static func run(
    _ arguments: [String], _ files: [String: [UInt8]], journal: MemoryJournal = MemoryJournal()
  ) -> (status: Int32, output: [UInt8], errors: MemoryOutput) {
    let output = MemoryOutput()
    let errors = MemoryOutput()
    var streams = Streams(
      input: { MemoryInput(files["-"] ?? []) },
      open: { path throws(InputError) in
        guard let bytes = files[path] else { throw InputError(reason: "No such file or directory") }
        return MemoryInput(bytes)
      }, output: output, errors: errors)
    streams.save = { _, _, _ in nil }
    streams.journal = { (_) throws(LockedFile.Refusal) in journal }
    let status = Tool(streams).run(arguments).rawValue
    for stream in [output, errors] where !isClean(stream.bytes) { violated("raw control characters: \(stream.text)") }
    return (status, output.bytes, errors)
  }

  // MARK: Journals

  private static let journalRun = [
    "run", "chart.json", "-", "--journal", "j", "--format", "jsonl", "--max-steps", "20",
  ]

  /// What a new journal of the chart begins with.
  private static let journalHead: [UInt8] = {
    let journal = MemoryJournal()
    _ = run(journalRun, ["chart.json": scriptChart], journal: journal)
    return journal.bytes
  }()

  /// The first byte says what the rest is: a whole file, records behind a good head, or lines that a run has kept, and
  /// whose end is cut off.
  static func journal(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    var kept = rest
    switch kind % 3 {
    case 0: break
    case 1: kept = journalHead + rest
    default:
      let journal = MemoryJournal()
      _ = run(journalRun, ["chart.json": scriptChart, "-": rest], journal: journal)
      kept = journal.bytes.dropLast(Int(kind / 3))
    }
    let files = ["chart.json": scriptChart, "-": Array("go\n+1s\n".utf8)]
    let journal = MemoryJournal(kept)
    let first = run(journalRun, files, journal: journal)
    if first.status > 2 { violated("status \(first.status)") }
    let isRefused = first.errors.text.contains("the journal j ") || first.errors.text.contains("[journal-corrupt]")
    if isRefused {
      if kind % 3 == 2 { violated("a journal that was cut off is refused: \(first.errors.text)") }
      if first.status == 0 || !first.output.isEmpty || journal.bytes != kept {
        violated("a refused journal was changed")
      }
      return
    }
    if first.status != 0, !first.errors.text.contains(": error: ") {
      violated("status \(first.status) without a reason")
    }
    // What was written is read again, and gone on from.
    let written = journal.bytes
    let again = run(journalRun, ["chart.json": scriptChart, "-": []], journal: journal)
    if again.status > 1 || journal.bytes != written {
      violated("what was kept is not gone on from: \(again.errors.text)")
    }
  }

  // MARK: State files

  /// A state file, whose checksum is put right, a line `---`, a migration.
  static func state(_ bytes: [UInt8]) {
    let border = Array("\n---\n".utf8)
    let middle = bytes.indices.first { bytes[$0...].starts(with: border) } ?? bytes.endIndex
    let files = [
      "chart.json": scriptChart, "s": StateFile.sealed(Array(bytes[..<middle])), "-": Array("go\nadd 1\n+5s\n".utf8),
      "map": Array(bytes[middle...].dropFirst(border.count)),
    ]
    let migration = middle == bytes.endIndex ? [] : ["--migrate", "map"]
    let limit = ["--max-steps", "20"]
    let goesOn = run(["run", "chart.json", "-", "--from-state", "s"] + migration + limit, files)
    let compared = run(["compat", "chart.json", "s"] + migration, files)
    if goesOn.status > 1 || compared.status > 1 { violated("status \(goesOn.status), \(compared.status)") }
    let saysFit = String(decoding: compared.output, as: UTF8.self).hasPrefix("s: goes on")
    if (compared.status == 0) != saysFit { violated("compat: status \(compared.status), \(compared.output)") }
    // What goes on can still have errors of its own.
    if !saysFit, goesOn.status == 0 { violated("run goes on where compat says that it would not") }
  }

  // MARK: Logs

  /// The first byte says what the rest is: a log, or summaries to merge.
  static func log(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let files = ["chart.json": scriptChart, "log": Array(bytes.dropFirst())]
    if kind % 4 == 0 {
      let merged = run(["replay", "--merge", "log", "--format", "json"], files)
      if merged.status > 1 { violated("status \(merged.status): \(merged.errors.text)") }
      return
    }
    var fields = ["replay", "chart.json", "log", "--case", "c", "--event", "e", "--max-steps", "20"]
    if kind % 4 > 1 { fields += ["--time", "t"] }
    fields += kind & 4 == 0 ? ["--data", "d"] : ["--data-rest"]
    let one = run(fields + ["--format", "json", "-j", "1"], files)
    if one.status > 1 { violated("status \(one.status): \(one.errors.text)") }
    if one.status == 0, JSONText.value(of: one.output) == nil { violated("the report is no JSON") }
    let two = run(fields + ["--format", "json", "-j", "2"], files)
    if one.output != two.output || one.status != two.status { violated("two threads make it another report") }
    let part = run(fields + ["--partial"], files)
    guard one.status == 0 else { return }
    let merged = run(["replay", "--merge", "log", "--format", "json"], ["log": part.output])
    if merged.output != one.output { violated("the merged part is another report") }
  }
}
