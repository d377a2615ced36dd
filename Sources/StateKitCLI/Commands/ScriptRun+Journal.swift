import StateKitCore
import StateKitFormat

extension ScriptRun {
  /// Runs `script` with a journal; `end` can get the state of the machine after the last line.
  func run(
    with journal: Journal, hasTests: Bool, messenger: inout Messenger, end: (() -> StateFile) -> Void
  ) -> ExitStatus {
    let run = JournaledRun(self, journal: journal, hasTests: hasTests, messenger: messenger)
    defer { messenger = run.messenger }
    do {
      try run.run()
      if streams.output.failure == nil { end { run.state } }
      return .ok
    } catch let refusal as Journal.Refusal {
      if refusal.isDamage {
        run.messenger.write("statekit: error: \(refusal.message) [\(DiagnosticCode.journalCorrupt.rawValue)]")
      } else {
        run.messenger.write("statekit: \(refusal.message)")
      }
      return refusal.status
    } catch {
      let reason = FileSave.reason(of: error)
      run.messenger.write("statekit: the journal \(FilePath.shown(journal.path)): \(reason)")
      return .unable
    }
  }
}
