import StateKitCore
import Synchronization

/// The processes of a tested program, for the tests of all threads.
final class ProgramPool: Sendable {
  /// How a program is run.
  struct Settings: Sendable {
    let command: String
    let isReused: Bool
    /// The time limit of an answer in milliseconds.
    let timeout: Int64
    let names: ProgramNames
  }

  let settings: Settings
  /// Processes that wait for another test, by the bytes of their folders; kept only if they are reused.
  private let idle = Mutex<[[UInt8]: [ProgramProcess]]>([:])
  /// True if the command could not be started.
  private let failure = Atomic<Bool>(false)

  init(_ settings: Settings) {
    self.settings = settings
  }

  /// A process that was started in the folder.
  func checkOut(in folder: String) throws(ChildProcess.Failure) -> ProgramProcess {
    let known = idle.withLock { idle in idle[FilePath.bytes(of: folder)]?.popLast() }
    if let known { return known }
    do throws(ChildProcess.Failure) {
      return ProgramProcess(try ChildProcess(settings.command, in: folder, errors: .kept))
    } catch {
      noteFailure()
      throw error
    }
  }

  /// Takes a process back after a test that it has ended as expected, or ends it.
  func checkIn(_ process: ProgramProcess, in folder: String) {
    if !settings.isReused { return process.end() }
    idle.withLock { idle in idle[FilePath.bytes(of: folder), default: []].append(process) }
  }

  /// Ends all processes.
  func end() {
    let all = idle.withLock { idle in
      defer { idle = [:] }
      return idle.values.flatMap { $0 }
    }
    for process in all { process.end() }
  }

  func noteFailure() { failure.store(true, ordering: .relaxed) }
  /// True if the program could not be started: the tests say nothing about it.
  var hasFailed: Bool { failure.load(ordering: .relaxed) }
}
