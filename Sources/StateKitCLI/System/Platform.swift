import CLibrary
import StateKitCore

/// The calls of the operating system that differ between systems, or need care everywhere.
enum Platform {
  /// The reason of the last failed call, as a phrase.
  static var lastError: String { reason(errno) }

  static func reason(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// The signals by which a person or a system asks a program to end.
  static let endings = [SIGINT, SIGTERM]

  /// Unblocks signals that the parent process may have blocked.
  static func admit(_ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in signals { unsafe sigaddset(&set, number) }
    unsafe sigprocmask(SIG_UNBLOCK, &set, nil)
  }

  /// Ends the program by this signal, so that the calling shell sees the signal.
  static func die(by number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    _ = raise(number)
    exit(128 + number)
  }

  /// Opens the null device for each missing one of the descriptors 0, 1 and 2, so that no other file gets its number.
  /// It is opened in the wrong direction: reading and writing still fail as for a closed descriptor.
  static func fillStandardDescriptors() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      if unsafe open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) != number { exit(ExitStatus.unable.rawValue) }
    }
  }

  /// Runs `body` so that no signal of a user or a terminal can end it midway; the signals are delivered afterwards.
  static func holdingSignals<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var (held, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&held)
    for number in endings + [SIGHUP, SIGQUIT, SIGTSTP, SIGPIPE] { unsafe sigaddset(&held, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// True if a blocked signal is pending that ends the program, or requests its end.
  static var isEndingHeld: Bool {
    var held = sigset_t()
    guard unsafe sigpending(&held) == 0 else { return false }
    return (endings + [SIGHUP, SIGQUIT]).contains { number in
      guard unsafe sigismember(&held, number) == 1 else { return false }
      // A pending signal may be ignored.
      let handler = signal(number, SIG_DFL)
      _ = signal(number, handler)
      return unsafe unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    }
  }

  /// Makes a file-size limit an error of `write`, not the end of the program.
  static func prepareSignals() { _ = signal(SIGXFSZ, SIG_IGN) }

  /// Keeps the freed memory of large lists for reuse: touching new pages takes longer than copying.
  static func prepareMemory() {
    #if canImport(Glibc)
      _ = mallopt(MallocOption.mmapThreshold, 32 << 20)
      _ = mallopt(MallocOption.trimThreshold, 256 << 20)
    #endif
  }

  /// The memory gauge for reading files.
  static let memory = MemoryGauge { memoryLeft }

  /// The bytes of address space that the process may still use; nil without a limit, or if the system does not report
  /// its use.
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

  /// The peak memory of this process in bytes.
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

  /// The facts about a file, with links followed or not; nil, with `errno`, if there is no file.
  static func facts(at path: String, followsLinks: Bool = true) -> stat? {
    var facts = stat()
    let status = unsafe followsLinks ? stat(FilePath.native(path), &facts) : lstat(FilePath.native(path), &facts)
    return status == 0 ? facts : nil
  }

  static func facts(of descriptor: Int32) -> stat? {
    var facts = stat()
    return unsafe fstat(descriptor, &facts) == 0 ? facts : nil
  }

  /// The result of a system call, which is made again if a signal has interrupted it.
  static func repeating(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  static func isPipe(_ descriptor: Int32) -> Bool {
    facts(of: descriptor).map { $0.st_mode & S_IFMT == S_IFIFO } ?? false
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func environment(_ name: String) -> String? {
    // A name passed directly would become an array of bytes, whose type the runtime creates at every start.
    guard let value = unsafe name.withCString({ unsafe getenv($0) }) else { return nil }
    return unsafe FilePath.text(
      of: UnsafeBufferPointer(start: value, count: strlen(value)).map(UInt8.init(bitPattern:)))
  }

  /// The program's arguments without its name, in the path notation of `FilePath`; nil if the system does not provide
  /// them.
  static var arguments: [String]? {
    // The runtime reads them from a file; without that file, even the program's name is missing.
    if CommandLine.argc < 1 { return nil }
    return (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe FilePath.text(
        of: UnsafeBufferPointer(start: argument, count: strlen(argument)).map(UInt8.init(bitPattern:)))
    }
  }

  /// Opens a folder only to access its content: the right to enter it is enough.
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

  static func end(_ status: ExitStatus) -> Never { exit(status.rawValue) }
}

#if canImport(Glibc)
  /// Parameters of `mallopt`, which the module of the C library does not have (`malloc.h`).
  private enum MallocOption {
    static let trimThreshold: Int32 = -1
    static let mmapThreshold: Int32 = -3
  }

  @_silgen_name("mallopt") private func mallopt(_ parameter: Int32, _ value: Int32) -> Int32
#endif
