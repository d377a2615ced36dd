package import Foundation

/// The built program, for tests that need a real process.
package enum Program {
  /// `STATEKIT_PROGRAM` in the environment, else the one beside the tests.
  package static let path: String = {
    _ = Repository.root
    let beside = Bundle.main.bundleURL.deletingLastPathComponent().appendingPathComponent("statekit").path
    let candidates = [
      ProcessInfo.processInfo.environment["STATEKIT_PROGRAM"] ?? "",
      Bundle.main.bundleURL.appendingPathComponent("statekit").path, beside,
      Repository.root.appendingPathComponent(".build/debug/statekit").path,
    ]
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? beside
  }()

  /// Whether it was built for release: what takes long is asked of that only.
  package static let isRelease = path.contains("release")

  /// Whether it was built with a sanitizer: that needs several times the time, and more address space than there is.
  package static let isSanitized = path.contains("/address/") || path.contains("/thread/")

  /// How many seconds a test waits for what it answers.
  package static let patience = isSanitized ? 60.0 : 10.0

  /// What a shell line came to.
  package struct Measured: Sendable {
    /// As a shell tells it: 128 and its number for a signal.
    package let status: Int32
    package let output: Data
    package let errors: Data
    package let seconds: Double
    /// The CPU time of all processes of the line, in seconds.
    package let cpu: Double
    /// The peak memory of the largest process, in bytes; nil where it is no more than what the test runner had when it began
    /// it, which the system counts in.
    package let peak: Int?
  }

  /// How much longer this machine takes than most: 1 or more.
  package static let slowness: Double = {
    let folder = FileManager.default.temporaryDirectory
    let said = try? measure("'\(Repository.root.path)/.ci/slowness.sh'", in: folder).output
    return said.flatMap { Double(String(decoding: $0, as: UTF8.self).filter { $0 != "\n" }) } ?? 1
  }()

  /// Runs a shell line in which `$STATEKIT` is the program, in a folder.
  package static func measure(_ line: String, in folder: URL) throws -> Measured {
    let process = folder.appendingPathComponent("out-\(UUID().uuidString)").path
    let script = "cd '\(folder.path)'; export STATEKIT='\(path)' SWIFT_BACKTRACE=enable=no\n\(line)"
    // What other tests have open meanwhile is not kept open by this: Foundation takes the end of a socket for that of a process.
    let closing = #"for each in /dev/fd/*; do [ "${each##*/}" -gt 2 ] && eval "exec ${each##*/}>&-"; done"#
    let arguments = ["/bin/bash", "-c", "\(closing)\n{ \(script)\n} >'\(process).1' 2>'\(process).2' </dev/null"]
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    // As from a shell: what holds signals back for a test runner does not hold them back for the program.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGHUP] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let start = Date()
    guard posix_spawn(&child, "/bin/bash", nil, &attributes, &pointers, environ) == 0 else {
      throw CocoaError(.executableLoad)
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    let seconds = Date().timeIntervalSince(start)
    let signal = status & 0x7F
    var own = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
    return Measured(
      status: signal != 0 ? 128 + signal : (status >> 8) & 0xFF,
      output: try Data(contentsOf: URL(fileURLWithPath: process + ".1")),
      errors: try Data(contentsOf: URL(fileURLWithPath: process + ".2")), seconds: seconds,
      cpu: [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 },
      peak: usage.ru_maxrss > own.ru_maxrss ? Int(usage.ru_maxrss) * 1024 : nil)
  }
}
