import StateKitCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calls of the operating system that differ between systems, or need care everywhere.
enum Platform {
  /// The reason of the last failed call, in words.
  static var lastError: String {
    reason(errno)
  }

  static func reason(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// The signals by which a person or a system asks a program to end.
  static let endings = [SIGINT, SIGTERM]

  /// Lets signals in that whoever started the program may have held back.
  static func admit(_ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
  }

  /// Ends the program as if by this signal, so that the caller's shell sees a true signal.
  static func die(by number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    _ = raise(number)
    exit(128 + number)
  }

  /// Opens the null device for each of the descriptors 0, 1 and 2 that is missing, so that no file gets its number. It is opened
  /// the wrong way round: reading and writing still fail as they do on a closed descriptor.
  static func fillStandardDescriptors() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      if unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) != number { exit(ExitStatus.unable.rawValue) }
    }
  }

  /// Does something that no signal of a person or a terminal may end half-way; one that comes meanwhile acts afterwards.
  static func holdingSignals<Result>(_ body: () -> Result) -> Result {
    var (held, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&held)
    for number in endings + [SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE] { unsafe sigaddset(&held, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  /// Whether a signal is held that will end the program, or is a wish that it end.
  static var isEndingHeld: Bool {
    var held = sigset_t()
    guard unsafe sigpending(&held) == 0 else { return false }
    return (endings + [SIGHUP, SIGQUIT]).contains { number in
      guard unsafe sigismember(&held, number) == 1 else { return false }
      // One that is ignored is held, too.
      let handler = signal(number, SIG_DFL)
      _ = signal(number, handler)
      return unsafe unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    }
  }

  /// A file-size limit shall be an error of `write`, not the end of the program.
  static func prepareSignals() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Memory of large lists that have grown is used again rather than given back: to touch new pages takes longer than to copy.
  static func prepareMemory() {
    #if canImport(Glibc)
      _ = mallopt(MallocOption.mmapThreshold, 32 << 20)
      _ = mallopt(MallocOption.trimThreshold, 256 << 20)
    #endif
  }

  /// What reading files may take.
  static let memory = MemoryGauge { memoryLeft }

  /// Bytes of address space that the process may still take; nil where nobody has bounded it, or where the system does not
  /// tell how much it has.
  private static var memoryLeft: Int? {
    #if os(Linux)
      var bound = rlimit()
      #if canImport(Glibc)
        let failed = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &bound)
      #else
        let failed = unsafe getrlimit(RLIMIT_AS, &bound)
      #endif
      guard failed == 0, let most = Int(exactly: bound.rlim_cur), let taken = addressSpace else { return nil }
      return max(0, most - taken)
    #else
      return nil
    #endif
  }

  #if os(Linux)
    private static var addressSpace: Int? {
      let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { _ = close(descriptor) }
      var digits = [UInt8](repeating: 0, count: 64)
      let count = unsafe digits.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, 64) }
      let pages = digits.prefix(max(0, count)).prefix { $0 != UInt8(ascii: " ") }
      return Int(String(decoding: pages, as: UTF8.self)).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }
  #endif

  /// The most memory that this process has had so far, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    #if canImport(Glibc)
      let status = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      let status = unsafe getrusage(RUSAGE_SELF, &usage)
    #endif
    if status != 0 { return 0 }
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) * 1_024
    #endif
  }

  static func isPipe(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return unsafe fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  static func environment(_ name: String) -> String? {
    // A name that is handed over as it is would become a list of bytes, whose type the runtime makes at every start.
    guard let value = unsafe name.withCString({ unsafe getenv($0) }) else { return nil }
    return unsafe FilePath.text(
      of: UnsafeBufferPointer(start: value, count: strlen(value)).map(UInt8.init(bitPattern:)))
  }

  /// The program's arguments without its name, as `FilePath` writes paths; nil where the system does not give them.
  static var arguments: [String]? {
    // The runtime reads them from a file; without one it has not even the program's name.
    if CommandLine.argc < 1 { return nil }
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe FilePath.text(
        of: UnsafeBufferPointer(start: argument, count: strlen(argument)).map(UInt8.init(bitPattern:)))
    }
  }

  /// Opens a folder for what lies in it only, so that the right to enter it is enough.
  #if canImport(Darwin)
    static let folderSearch = O_SEARCH | O_DIRECTORY
  #else
    /// `O_PATH`, which the module of the C library does not have (`fcntl.h`), before `O_DIRECTORY`.
    static let folderSearch = 0o10_000_000 | O_DIRECTORY
  #endif

  /// `open(2)`, under a name that no method hides.
  @unsafe static func open(_ path: UnsafePointer<CChar>, _ flags: Int32, in folder: Int32 = AT_FDCWD) -> Int32 {
    unsafe openat(folder, path, flags)
  }

  static func end(_ status: ExitStatus) -> Never {
    exit(status.rawValue)
  }
}

#if canImport(Glibc)
  /// Parameters of `mallopt`, which the module of the C library does not have (`malloc.h`).
  private enum MallocOption {
    static let trimThreshold: Int32 = -1
    static let mmapThreshold: Int32 = -3
  }

  @_silgen_name("mallopt") private func mallopt(_ parameter: Int32, _ value: Int32) -> Int32
#endif
