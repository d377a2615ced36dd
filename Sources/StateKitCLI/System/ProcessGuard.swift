import CLibrary
import Synchronization

/// A shell that ends the process groups of the tool if the tool is ended before it has done so, even by SIGKILL.
///
/// The shell reads the ids of groups from a pipe that only the tool writes to. At the end of the pipe the tool is gone.
final class ProcessGuard: Sendable {
  static let shared = ProcessGuard()

  /// The writing end of the pipe; nil before the first process.
  private let pipe = Mutex<Int32?>(nil)

  /// `+ID` is a new group, `-ID` one that has ended.
  private static let script = """
    trap '' INT TERM HUP
    all=' '
    while read -r line; do
      case $line in
        +*) all="$all${line#+} " ;;
        -*) all="${all%% ${line#-} *} ${all#* ${line#-} }" ;;
      esac
    done
    for id in $all; do kill -TERM -"$id"; done
    for id in $all; do sleep 1; break; done
    for id in $all; do kill -KILL -"$id"; done
    """

  /// Starts the shell before the first process.
  func begin() throws(ChildProcess.Failure) {
    let failure = pipe.withLock { pipe -> ChildProcess.Failure? in
      if pipe != nil { return nil }
      guard let ends = ChildProcess.pipe() else { return ChildProcess.Failure(reason: Platform.lastError) }
      var spawning = Spawning()
      spawning.closesOthers = true
      spawning.move(ends.reading, to: 0)
      for number: Int32 in 1...2 { spawning.openNull(as: number) }
      let id = spawning.start(["/bin/sh", "-c", Self.script])
      let reason = Platform.lastError
      _ = close(ends.reading)
      guard id != nil else {
        _ = close(ends.writing)
        return ChildProcess.Failure(reason: reason)
      }
      pipe = ends.writing
      return nil
    }
    if let failure { throw failure }
  }

  func add(_ id: Int32) { write("+\(id)\n") }
  func remove(_ id: Int32) { write("-\(id)\n") }

  private func write(_ line: String) {
    pipe.withLock { pipe in
      guard let pipe else { return }
      let bytes = Array(line.utf8)
      _ = unsafe bytes.withUnsafeBytes { unsafe sendToProcess(pipe, bytes: $0.baseAddress, count: $0.count) }
    }
  }
}
