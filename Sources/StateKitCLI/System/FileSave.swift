import CLibrary

/// Writes whole files: the one function by which a command changes files on disk.
///
/// A regular file is written whole or not at all. The bytes go to a new file in the folder, which is synced and then
/// renamed in one step. Then the folder is synced. Symbolic links are followed, owner and mode are kept. Devices,
/// pipes and descriptors of this process are written to directly.
package enum FileSave {
  /// The reason why a file that is written and read again cannot be used.
  static func reason(of error: any Error) -> String {
    (error as? Failure)?.reason ?? (error as? InputError)?.reason ?? "it cannot be used"
  }

  /// A file could not be written.
  package struct Failure: Error {
    package let reason: String
    /// True if the file exists, and the rule does not allow its replacement.
    package let isThere: Bool

    init(_ reason: String, isThere: Bool = false) {
      self.reason = reason
      self.isThere = isThere
    }

    static let changed = Failure("it has changed since it was read")

    /// The failure of the last system call; `what` says which part of the work failed.
    static func system(_ what: String = "") -> Failure {
      Failure((what.isEmpty ? "" : what + ": ") + Platform.lastError)
    }
  }

  /// The target of a write, with links followed.
  enum Target {
    case descriptor(Int32)
    /// A device or a pipe.
    case stream(String)
    case file(String, old: stat?)
  }

  private static let mostLinks = 40
  /// The mode bits that are kept: not those that let a program run as another user.
  private static let keptMode: mode_t = 0o777

  /// Writes a file. A new one has `mode` without the bits of the process's mask.
  ///
  /// `hasExactMode`: it has exactly that mode, regardless of the mask and of the old file.
  static func save(
    _ path: String, bytes: [UInt8], rule: Rule, mode: mode_t = 0o666, hasExactMode: Bool = false
  ) -> Failure? {
    do throws(Failure) {
      let target = try target(of: path, rule: rule)
      if case .file(let path, var old) = target {
        if hasExactMode { old?.st_mode = mode }
        try replace(path, old: old, rule: rule, mode: hasExactMode ? 0o600 : mode) { (opened) throws(Failure) in
          try write(bytes.span, to: opened)
          if hasExactMode, fchmod(opened, mode & keptMode) != 0 { throw .system("its mode") }
        }
      } else {
        let draft = try Draft(target, rule: rule)
        draft.write(bytes.span)
        try draft.finish()
      }
      return nil
    } catch {
      return error
    }
  }

  /// Writes a file with the mode of any new one.
  package static func save(_ path: String, bytes: [UInt8], rule: Rule) -> Failure? {
    save(path, bytes: bytes, rule: rule, mode: 0o666)
  }

  /// The reason why the rule forbids writing a file, as far as known in advance.
  package static func refusal(_ path: String, rule: Rule) -> Failure? {
    do throws(Failure) {
      _ = try target(of: path, rule: rule)
      return nil
    } catch {
      return error
    }
  }

  /// True if anything has this name: also a broken link, a folder or a pipe.
  static func isTaken(_ path: String) -> Bool { Platform.facts(at: path, followsLinks: false) != nil }

  /// The target file, with links followed; nil for devices, pipes and unknown targets.
  static func file(_ path: String) -> String? {
    guard case .file(let file, _)? = try? target(of: path, rule: .anyFile) else { return nil }
    return file
  }

  // MARK: Target

  static func target(of path: String, rule: Rule) throws(Failure) -> Target {
    if path.utf8.contains(0) { throw Failure("the name has a zero byte") }
    var path = path
    var isLinked = false
    for _ in 0..<mostLinks {
      if let descriptor = descriptor(path) { return .descriptor(descriptor) }
      guard let facts = Platform.facts(at: path, followsLinks: false) else {
        guard errno == ENOENT else { throw .system() }
        if isLinked, rule == .nothing { throw Failure("it is a broken link", isThere: true) }
        try rule.check(path)
        return .file(path, old: nil)
      }
      switch facts.st_mode & S_IFMT {
      case S_IFREG:
        if rule == .nothing { throw Failure("it already exists", isThere: true) }
        try rule.check(path)
        if unsafe access(FilePath.native(path), W_OK) != 0 { throw .system() }
        if facts.st_nlink > 1, try isLinkedStill(path) {
          if Leftovers.holds(path) { throw Failure("another run of statekit is changing it") }
          throw Failure("it has several hard links, which writing would separate; copy it first")
        }
        return .file(path, old: facts)
      case S_IFDIR: throw Failure(Platform.reason(EISDIR))
      case S_IFLNK:
        if rule == .ownFile { throw Failure("it is a symbolic link", isThere: true) }
        isLinked = true
        let link = try destination(ofLink: path)
        path = FilePath.path(to: link, from: FilePath.folder(of: path))
      default: return .stream(path)
      }
    }
    throw Failure(Platform.reason(ELOOP))
  }

  /// True if a file has another name, apart from names that killed writers left behind.
  private static func isLinkedStill(_ path: String) throws(Failure) -> Bool {
    let said = Leftovers.clear([FilePath.folder(of: path)])
    // Facts read earlier may be outdated now.
    if said.contains(where: { $0.utf8.starts(with: Leftovers.undoing.utf8) }) {
      throw Failure(said.joined(separator: "; ") + "; start this run again")
    }
    return Platform.facts(at: path, followsLinks: false).map { $0.st_nlink > 1 } ?? false
  }

  /// The descriptor of this process that a path names.
  private static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.utf8.starts(with: folder.utf8) {
      return Int32(path.dropFirst(folder.count)).flatMap { $0 < 0 ? nil : $0 }
    }
    return nil
  }

  private static func destination(ofLink path: String) throws(Failure) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink(FilePath.native(path), &bytes, bytes.count)
    guard count >= 0 else { throw .system() }
    return FilePath.text(of: bytes.prefix(count).map(UInt8.init(bitPattern:)))
  }

  // MARK: Writing

  static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(Failure) {
    let output = FileOutput(descriptor: descriptor)
    output.write(bytes)
    if let failure = output.failure { throw Failure(failure) }
  }

  /// Lets `write` fill a new file, which then replaces the old one or gets a new name.
  static func replace(
    _ path: String, old: stat?, rule: Rule, mode: mode_t, write: (Int32) throws(Failure) -> Void
  ) throws(Failure) {
    let folder = FilePath.folder(of: path)
    let (beside, opened) = try create(in: folder, mode: old == nil ? mode : 0o600)
    // Its lock shows that it is no leftover.
    let lock = dup(opened)
    defer { _ = close(lock) }
    do throws(Failure) {
      try fill(opened, like: old, write: write)
      if old == nil, rule != .anyFile {
        try claim(path, for: beside)
      } else {
        try rule.check(path)
        if unsafe rename(FilePath.native(beside), FilePath.native(path)) != 0 { throw .system() }
      }
    } catch {
      _ = unsafe unlink(FilePath.native(beside))
      throw error
    }
    try sync(folder: folder)
  }

  /// Lets `write` write all bytes, waits until they are on the disk, and closes the file in any case.
  static func fill(_ descriptor: Int32, like old: stat?, write: (Int32) throws(Failure) -> Void) throws(Failure) {
    var failure: Failure?
    do throws(Failure) {
      try write(descriptor)
      if let old {
        // A user who may not give files away stays the owner.
        _ = fchown(descriptor, old.st_uid, old.st_gid)
        if fchmod(descriptor, old.st_mode & keptMode) != 0 { throw .system("its mode") }
      }
      try sync(descriptor)
    } catch {
      failure = error
    }
    if close(descriptor) != 0, failure == nil { failure = .system() }
    if let failure { throw failure }
  }

  static func sync(folder: String) throws(Failure) {
    let opened = Platform.repeating {
      unsafe open(FilePath.native(folder.isEmpty ? "." : folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    if opened < 0 {
      // A folder that is writable but not readable cannot be synced.
      if errno == EACCES { return }
      throw .system("it is written, but its folder is not synced")
    }
    defer { _ = close(opened) }
    do throws(Failure) {
      try sync(opened)
    } catch {
      throw Failure("it is written, but its folder is not synced: \(error.reason)")
    }
  }

  static func sync(_ descriptor: Int32) throws(Failure) {
    // Some file systems have nothing to sync.
    if Platform.repeating({ fsync(descriptor) }) != 0, errno != EINVAL, errno != ENOTSUP { throw .system() }
  }
}
