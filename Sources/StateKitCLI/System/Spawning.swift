import CLibrary

/// The preparation of a process: its descriptors. It starts in a process group of its own, with the
/// default effects of all signals.
struct Spawning {
  private var moves: [(from: Int32, to: Int32)] = []
  private var opens: [Int32] = []
  /// True if the process gets no other descriptors of the tool. Those that it gets stay open as long as it lives.
  var closesOthers = false
  /// The descriptors of a process that `select` can wait for.
  private static let mostDescriptors: Int32 = 1_024

  /// Makes a descriptor of the tool one of the process.
  mutating func move(_ descriptor: Int32, to number: Int32) { moves.append((descriptor, number)) }

  /// Opens the null device as a descriptor of the process.
  mutating func openNull(as number: Int32) { opens.append(number) }

  /// Starts a program with its arguments. Returns its id; nil with `errno` if it could not be started.
  func start(_ arguments: [String]) -> Int32? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let environ = unsafe _NSGetEnviron().pointee
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for move in moves { unsafe posix_spawn_file_actions_adddup2(&actions, move.from, move.to) }
    for number in opens { unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0) }
    var flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP)
    if closesOthers {
      #if canImport(Darwin)
        flags |= Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
      #else
        for number in 3..<Self.mostDescriptors { unsafe posix_spawn_file_actions_addclose(&actions, number) }
      #endif
    }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGCHLD] { unsafe sigaddset(&signals, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    unsafe posix_spawnattr_setflags(&attributes, flags)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup(FilePath.native($0)) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var id: pid_t = 0
    let result = unsafe words.withUnsafeMutableBufferPointer { words -> Int32 in
      guard let start = words.baseAddress, let program = unsafe start.pointee else { return ENOMEM }
      return unsafe posix_spawn(&id, program, &actions, &attributes, start, environ)
    }
    errno = result
    return result == 0 ? id : nil
  }
}
