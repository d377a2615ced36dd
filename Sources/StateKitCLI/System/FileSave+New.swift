import CLibrary

/// Creation and replacement of files.
extension FileSave {
  /// The files that may be replaced.
  package enum Rule: Equatable, Sendable {
    /// No regular file.
    case nothing
    /// A regular file without links to it: the tool has written it.
    case ownFile
    /// Any regular file.
    case anyFile
    /// A regular file in the version that was read.
    case unchanged(FileVersion)

    /// Throws if the file is not in the version that was read.
    func check(_ path: String) throws(Failure) {
      if case .unchanged(let version) = self, FileVersion(path) != version { throw .changed }
    }
  }

  /// Gives a new file a name that does not exist at that moment.
  static func claim(_ path: String, for beside: String) throws(Failure) {
    if unsafe link(FilePath.native(beside), FilePath.native(path)) == 0 {
      _ = unsafe unlink(FilePath.native(beside))
      return
    }
    if errno == EEXIST { throw Failure("it already exists", isThere: true) }
    guard hasNoLinks(errno) else { throw .system() }
    // An empty file reserves the name if a file cannot have two names.
    let opened = unsafe open(FilePath.native(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if opened < 0, errno == EEXIST { throw Failure("it already exists", isThere: true) }
    if opened < 0 { throw .system() }
    _ = close(opened)
    if unsafe rename(FilePath.native(beside), FilePath.native(path)) != 0 {
      let failure = Failure.system()
      _ = unsafe unlink(FilePath.native(path))
      throw failure
    }
  }

  /// True if an error says that the file system supports only one name per file.
  static func hasNoLinks(_ error: Int32) -> Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(error) }

  /// Creates a file under a unique name in a folder. The file is locked while it is open, which shows that it is no
  /// leftover.
  static func create(
    in folder: String, mode: mode_t, forReading: Bool = false, ending: String? = nil
  ) throws(Failure) -> (path: String, descriptor: Int32) {
    for _ in 0..<100 {
      let path = Leftovers.freshName(in: folder, ending: ending)
      let opened = unsafe open(
        FilePath.native(path), (forReading ? O_RDWR : O_WRONLY) | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if opened >= 0 {
        // A process that removes leftovers may have come before the lock.
        let isLocked = flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        if isLocked, let facts = Platform.facts(of: opened), facts.st_nlink > 0 { return (path, opened) }
        _ = close(opened)
        _ = unsafe unlink(FilePath.native(path))
        continue
      }
      if errno == ENOENT { throw Failure("its folder does not exist") }
      if errno != EEXIST, errno != EINTR { throw .system("a new file in its folder") }
    }
    throw Failure("no name is free in its folder")
  }
}
