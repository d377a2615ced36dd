import CLibrary

/// Waits for changes to files: with inotify on Linux, kqueue on macOS, and if neither is available, by checking
/// twenty times a second.
final class FileWatch {
  /// The descriptor of the system's queue; -1 without one.
  private let descriptor: Int32
  /// The watched files, by the system's numbers.
  private var watched: [Int32] = []
  private static let pollingMilliseconds: Int32 = 50
  /// The longest wait: the system does not tell that a folder on the way to a file was replaced.
  private static let mostMilliseconds: Int32 = 1_000

  init() {
    #if canImport(Glibc)
      descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    #elseif canImport(Darwin)
      descriptor = kqueue()
    #else
      descriptor = -1
    #endif
  }

  deinit {
    forget()
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Watches exactly these folders and files from now on.
  func watch(folders: [String], files: [String]) {
    guard descriptor >= 0 else { return }
    #if canImport(Glibc)
      // A watch of a folder reports its files; many editors replace a file by a new one.
      let wanted = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB)
      // A folder that is already watched keeps its number.
      let numbers = folders.map { unsafe inotify_add_watch(descriptor, FilePath.native($0), wanted) }.filter { $0 >= 0 }
      // The end of a watch is also an event, and would end the next wait.
      let kept = Set(numbers)
      for number in watched where !kept.contains(number) { _ = inotify_rm_watch(descriptor, number) }
      watched = numbers
    #elseif canImport(Darwin)
      forget()
      for path in folders + files {
        let opened = unsafe open(FilePath.native(path), O_EVTONLY | O_CLOEXEC)
        guard opened >= 0 else { continue }
        watched.append(opened)
        var change = unsafe kevent(
          ident: UInt(opened), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_ATTRIB), data: 0, udata: nil)
        _ = unsafe kevent(descriptor, &change, 1, nil, 0, nil)
      }
    #endif
  }

  /// Waits until a file may have changed, at most a second; a signal also ends the wait.
  func wait() {
    guard descriptor >= 0, !watched.isEmpty else {
      _ = poll(nil, 0, Self.pollingMilliseconds)
      return
    }
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&state, 1, Self.mostMilliseconds) > 0 else { return }
    // Changes close together are handled together.
    _ = poll(nil, 0, 5)
    #if canImport(Glibc)
      var bytes = [UInt8](repeating: 0, count: 64 << 10)
      while unsafe bytes.withUnsafeMutableBytes({ unsafe read(descriptor, $0.baseAddress, $0.count) }) > 0 {}
    #elseif canImport(Darwin)
      var event = unsafe kevent()
      var now = timespec()
      while unsafe kevent(descriptor, nil, 0, &event, 1, &now) > 0 {}
    #endif
  }

  private func forget() {
    #if canImport(Glibc)
      for number in watched { _ = inotify_rm_watch(descriptor, number) }
    #elseif canImport(Darwin)
      for opened in watched { _ = close(opened) }
    #endif
    watched = []
  }
}

/// Distinguishes versions of a file.
package struct FileVersion: Equatable, Sendable {
  private let number: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// nil if there is no file.
  package init?(_ path: String) {
    guard let facts = Platform.facts(at: path) else { return nil }
    number = UInt64(truncatingIfNeeded: facts.st_ino)
    size = Int64(facts.st_size)
    #if canImport(Darwin)
      seconds = Int64(facts.st_mtimespec.tv_sec)
      nanoseconds = Int64(facts.st_mtimespec.tv_nsec)
    #else
      seconds = Int64(facts.st_mtim.tv_sec)
      nanoseconds = Int64(facts.st_mtim.tv_nsec)
    #endif
  }
}
