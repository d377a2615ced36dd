import CLibrary

/// A source of bytes.
package protocol ByteInput: AnyObject {
  /// Reads up to `count` bytes and appends them to `buffer`. Returns false at the end.
  func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool
  /// True if a read is certain to return at once.
  var isReady: Bool { get }
  /// Waits until a read would return at once, for at most the given milliseconds. Returns true if it would.
  func wait(atMost milliseconds: Int64) -> Bool
  /// The descriptor to wait for; nil if a read never waits.
  var pollDescriptor: Int32? { get }
  /// Goes back to an offset, in bytes from the beginning. Returns false if that is not possible.
  func rewind(to offset: Int) -> Bool
  /// True if a person types.
  var isTerminal: Bool { get }
  /// The number of bytes; nil if unknown.
  var size: Int? { get }
}

extension ByteInput { package var pollDescriptor: Int32? { nil } }

/// A file could not be opened or read.
package struct InputError: Error {
  package let reason: String
  /// True if there is no file.
  package let isMissing: Bool
  /// True if the file is outside of the allowed folders.
  package let isOutOfReach: Bool
  /// True if the file is larger than allowed.
  package let isTooLarge: Bool

  package init(reason: String, isMissing: Bool = false, isOutOfReach: Bool = false, isTooLarge: Bool = false) {
    self.reason = reason
    self.isMissing = isMissing
    self.isOutOfReach = isOutOfReach
    self.isTooLarge = isTooLarge
  }

  static let notRegular = InputError(reason: "it is not a regular file")
}

/// A file that is open for reading.
package final class FileInput: ByteInput {
  private let descriptor: Int32
  private let closes: Bool
  /// The buffer for reading is kept, because fresh memory costs as much as the copy.
  private static let largestBlock = 256 << 10
  package let size: Int?
  /// The position at the start: another program may have read earlier lines.
  private let start: off_t

  /// Opens a file from the command line, which may be a pipe or a device. A folder is refused.
  package convenience init(path: String) throws(InputError) {
    guard !path.utf8.contains(0) else { throw InputError(reason: "No such file or directory") }
    try self.init(owning: Self.open { unsafe Platform.open(FilePath.native(path), O_RDONLY | O_CLOEXEC) })
  }

  /// Opens a regular file at a path without links, and no other kind. It never waits. Each folder on the path is
  /// opened separately, so that a link created meanwhile is not followed.
  convenience init(regularFileAt path: String) throws(InputError) {
    var folder = try Self.folder("/")
    let names = FilePath.bytes(of: path).split(separator: UInt8(ascii: "/"))
    for name in names.dropLast() {
      let outer = folder
      defer { _ = close(outer) }
      folder = try Self.open {
        unsafe Platform.open(FilePath.native(name), Platform.folderSearch | O_CLOEXEC | O_NOFOLLOW, in: outer)
      }
    }
    defer { _ = close(folder) }
    try self.init(regularFile: names.last ?? [], in: folder)
  }

  /// Opens a regular file that is not a link, in a folder from the command line.
  convenience init(unlinked path: String) throws(InputError) {
    let home = FilePath.folder(of: path)
    let folder = try Self.folder(home.isEmpty ? "." : home)
    defer { _ = close(folder) }
    try self.init(regularFile: FilePath.bytes(of: FilePath.name(of: path))[...], in: folder)
  }

  private static func folder(_ path: String) throws(InputError) -> Int32 {
    try open { unsafe Platform.open(FilePath.native(path), Platform.folderSearch | O_CLOEXEC) }
  }

  private convenience init(regularFile name: ArraySlice<UInt8>, in folder: Int32) throws(InputError) {
    let opened = try Self.open {
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
      return unsafe Platform.open(FilePath.native(name), flags, in: folder)
    }
    try self.init(owning: opened)
    if size == nil { throw .notRegular }
  }

  private init(owning opened: Int32) throws(InputError) {
    do throws(InputError) {
      size = try Self.size(of: opened)
    } catch {
      _ = close(opened)
      throw error
    }
    descriptor = opened
    closes = true
    start = 0
  }

  private static func open(_ body: () -> Int32) throws(InputError) -> Int32 {
    let opened = Platform.repeating(body)
    guard opened >= 0 else { throw InputError(reason: Platform.lastError, isMissing: errno == ENOENT) }
    return opened
  }

  /// Uses a file that the caller has opened, and will close.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    closes = false
    start = 0
    size = nil
  }

  /// Standard input.
  init(standardInput: Int32) throws(InputError) {
    descriptor = standardInput
    closes = false
    start = max(0, lseek(standardInput, 0, SEEK_CUR))
    // The replacement of a missing standard input cannot be read.
    guard fcntl(standardInput, F_GETFL) & O_ACCMODE != O_WRONLY else {
      throw InputError(reason: Platform.reason(EBADF))
    }
    size = try Self.size(of: standardInput)
  }

  deinit {
    if closes { _ = close(descriptor) }
  }

  /// The size of a regular file; nil for a pipe or a device. Throws for a folder.
  private static func size(of descriptor: Int32) throws(InputError) -> Int? {
    guard let facts = Platform.facts(of: descriptor) else { throw InputError(reason: Platform.lastError) }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: throw InputError(reason: Platform.reason(EISDIR))
    case S_IFREG: return Int(facts.st_size)
    default: return nil
    }
  }

  package func read(_ count: Int, into buffer: inout [UInt8]) throws(InputError) -> Bool {
    var (got, isWaiting) = (-1, false)
    // Straight into the target: a file may be large.
    buffer.append(addingCapacity: min(count, Self.largestBlock)) { room in
      unsafe room.withUnsafeMutableBufferPointer { bytes, filled in
        repeat {
          got = unsafe receiveBytes(descriptor, bytes: bytes.baseAddress, count: bytes.count)
          // Another program may have made a shared terminal or pipe non-blocking.
          isWaiting = got < 0 && errno == EAGAIN
          if isWaiting { _ = waitForInput(-1) }
        } while isWaiting || got < 0 && errno == EINTR
        filled = max(0, got)
      }
    }
    if got < 0 { throw InputError(reason: Platform.lastError) }
    return got > 0
  }

  /// Waits for so many milliseconds, or without end if they are negative, until a read returns at once. Returns 1 then, 0
  /// if the time is over, and -1 for an error or a signal.
  private func waitForInput(_ milliseconds: Int32) -> Int32 {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&state, 1, milliseconds)
  }

  package var isReady: Bool {
    if size != nil { return true }
    return waitForInput(0) == 1
  }

  package func wait(atMost milliseconds: Int64) -> Bool {
    if size != nil { return true }
    return waitForInput(Int32(clamping: milliseconds)) != 0
  }

  package var pollDescriptor: Int32? { size == nil ? descriptor : nil }

  package var isTerminal: Bool { Platform.isTerminal(descriptor) }

  package func rewind(to offset: Int) -> Bool {
    size != nil && lseek(descriptor, start + off_t(offset), SEEK_SET) == start + off_t(offset)
  }
}

/// `read(2)`, under a name that no method hides.
func receiveBytes(_ descriptor: Int32, bytes: UnsafeMutableRawPointer?, count: Int) -> Int {
  guard let bytes = unsafe bytes else { return 0 }
  return unsafe read(descriptor, bytes, count)
}
