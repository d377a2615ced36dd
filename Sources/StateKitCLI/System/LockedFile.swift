import CLibrary

/// A file to which only one process appends.
package final class LockedFile {
  /// The reason why a file cannot be used.
  package enum Refusal: Error {
    case failed(String)
    /// Another process has locked it.
    case locked
  }

  private let descriptor: Int32
  private let path: String

  /// Opens a regular file, or creates an empty one, and locks it for the lifetime of this object.
  package init(_ path: String) throws(Refusal) {
    self.path = path
    descriptor = try Self.open(path)
    guard let facts = Platform.facts(of: descriptor) else { throw .failed(Platform.lastError) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .failed("it is not a regular file") }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { throw .locked }
      if errno != EINTR { throw .failed(Platform.lastError) }
    }
    for (output, name) in [(Int32(1), "standard output"), (2, "standard error")] {
      if let written = Platform.facts(of: output), written.st_dev == facts.st_dev, written.st_ino == facts.st_ino {
        throw .failed("\(name) is written into it")
      }
    }
  }

  /// Opens a file, or creates one. A broken link is refused: the file would be created elsewhere.
  private static func open(_ path: String) throws(Refusal) -> Int32 {
    for _ in 0..<100 {
      for creating in [0, O_CREAT | O_EXCL] {
        let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | creating
        let opened = Platform.repeating { unsafe openat(AT_FDCWD, FilePath.native(path), flags, 0o666) }
        if opened >= 0 { return opened }
        // Another process may create or remove the file between the two attempts.
        if errno != (creating == 0 ? ENOENT : EEXIST) { throw .failed(Platform.lastError) }
      }
      if let facts = Platform.facts(at: path, followsLinks: false), facts.st_mode & S_IFMT == S_IFLNK {
        throw .failed("it is a broken link")
      }
    }
    throw .failed("other processes create and remove it")
  }

  deinit {
    // A forked process may still have the file open: without unlocking, it would stay locked after the close.
    _ = flock(descriptor, LOCK_UN)
    _ = close(descriptor)
  }

  /// Reads up to `count` bytes after the last read, and appends them to `bytes`. Returns false at the end.
  package func read(_ count: Int, into bytes: inout [UInt8]) throws(InputError) -> Bool {
    try FileInput(descriptor: descriptor).read(count, into: &bytes)
  }

  /// Goes back to the beginning.
  package func rewind() throws(FileSave.Failure) {
    if lseek(descriptor, 0, SEEK_SET) != 0 { throw .system() }
  }

  /// Keeps the first `length` bytes, and continues after them. Throws if it has fewer.
  package func truncate(to length: Int) throws(FileSave.Failure) {
    guard let facts = Platform.facts(of: descriptor) else { throw .system() }
    if facts.st_size < length { throw Self.changed }
    let status = Platform.repeating { ftruncate(descriptor, off_t(length)) }
    if status != 0 || lseek(descriptor, off_t(length), SEEK_SET) != length { throw .system() }
  }

  package func append(_ bytes: Span<UInt8>) throws(FileSave.Failure) {
    try FileSave.write(bytes, to: descriptor)
  }

  /// Waits until all written bytes are on the disk.
  package func sync() throws(FileSave.Failure) { try FileSave.sync(descriptor) }

  /// Throws if the path does not lead to the file any more, or if it has another length.
  package func check(length: Int) throws(FileSave.Failure) {
    guard let facts = Platform.facts(of: descriptor), let named = Platform.facts(at: path),
      facts.st_dev == named.st_dev, facts.st_ino == named.st_ino
    else { throw FileSave.Failure("it was moved or replaced while it was written") }
    if facts.st_size != length { throw Self.changed }
  }

  private static let changed = FileSave.Failure("another program has changed it while it was written")

  package func openBeside(_ path: String) throws(InputError) -> any ByteInput {
    try FileInput(unlinked: path)
  }

  package func saveBeside(_ path: String, bytes: [UInt8]) -> FileSave.Failure? {
    guard let facts = Platform.facts(of: descriptor) else { return .system() }
    return FileSave.save(path, bytes: bytes, rule: .ownFile, mode: facts.st_mode, hasExactMode: true)
  }

  /// Waits until the file's name is on the disk.
  package func syncFolder() throws(FileSave.Failure) { try FileSave.sync(folder: FilePath.folder(of: path)) }
}
