import StateKitCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Several files that are written together.
extension FileSave {
  /// A regular file, and what it shall hold.
  package struct Replacement: Sendable {
    package let path: String
    package let bytes: [UInt8]
    /// What the file held when it was read; nil for a file that is not there yet.
    package let old: [UInt8]?

    package init(_ path: String, _ bytes: [UInt8], over old: [UInt8]?) {
      self.path = path
      self.bytes = bytes
      self.old = old
    }
  }

  /// A file on its way: the new one lies beside the old one, which keeps a second name until all is done.
  struct Staged {
    /// As the command names it.
    let name: String
    let path: String
    let beside: String
    /// What the new file holds.
    let sum: UInt64
    let old: [UInt8]?
    /// The second name of the old file; nil where there is none, or the file system gives a file one name only.
    var kept: String?
    /// Descriptors whose locks say that the files are no leftovers.
    var locks: [Int32] = []
    var isDone = false
  }

  /// Writes files, all of them or none: the new ones are written and synced first, then each takes its name; signals wait
  /// meanwhile. Where that fails the files that have been replaced get back what they held. A file that does not hold any more
  /// what was read, or that is there though it should not be, is left alone. Names the file that could not be written.
  package static func writeAll(_ replacements: [Replacement]) -> (path: String, failure: Failure)? {
    Platform.holdingSignals {
      var staged: [Staged] = []
      var list: Leftovers.List?
      // The list goes last: what it tells of is whole again then.
      defer {
        list?.remove()
        for lock in staged.flatMap(\.locks) { _ = close(lock) }
      }
      var name = replacements.first?.path ?? ""
      do throws(Failure) {
        for replacement in replacements {
          name = replacement.path
          staged.append(try stage(replacement, isAlone: replacements.count == 1))
        }
        if staged.count > 1 { list = try Leftovers.note(staged) }
        for index in staged.indices {
          name = staged[index].name
          try put(&staged[index])
        }
        for file in staged { _ = file.kept.map { unsafe unlink(FilePath.native($0)) } }
      } catch {
        giveBack(staged)
        return (name, error)
      }
      var failed: (path: String, failure: Failure)?
      for file in staged {
        do throws(Failure) {
          try sync(folder: FilePath.folder(of: file.path))
        } catch {
          failed = failed ?? (file.name, error)
        }
      }
      return failed
    }
  }

  private static func stage(_ replacement: Replacement, isAlone: Bool) throws(Failure) -> Staged {
    guard
      case .file(let path, let old) = try target(of: replacement.path, replacement.old == nil ? .nothing : .anyFile),
      (old == nil) == (replacement.old == nil)
    else { throw Failure(replacement.old == nil ? "it exists" : "it is no regular file") }
    let folder = FilePath.folder(of: path)
    let (beside, opened) = try create(in: folder, mode: old == nil ? 0o666 : 0o600)
    var staged = Staged(
      name: replacement.path, path: path, beside: beside, sum: Checksum.of(replacement.bytes.span),
      old: replacement.old,
      locks: [dup(opened)])
    do throws(Failure) {
      try fill(opened, like: old) { (opened) throws(Failure) in try write(replacement.bytes, to: opened) }
      if old != nil { try keep(&staged, in: folder, isAlone: isAlone) }
    } catch {
      giveBack([staged])
      for lock in staged.locks { _ = close(lock) }
      throw error
    }
    return staged
  }

  /// Gives the old file a second name in its folder.
  private static func keep(_ file: inout Staged, in folder: String, isAlone: Bool) throws(Failure) {
    let lock = unsafe open(FilePath.native(file.path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard lock >= 0 else { throw .system() }
    file.locks.append(lock)
    _ = flock(lock, LOCK_SH | LOCK_NB)
    for _ in 0..<100 {
      let name = Leftovers.freshName(in: folder)
      if unsafe link(FilePath.native(file.path), FilePath.native(name)) == 0 {
        file.kept = name
        return
      }
      if isAlone, hasNoLinks(errno) { return }
      if errno != EEXIST, errno != EINTR { throw .system("a second name, to go back to") }
    }
    throw Failure("no name is free in its folder")
  }

  /// Gives a new file its name.
  private static func put(_ file: inout Staged) throws(Failure) {
    guard let old = file.old else {
      try claim(file.path, for: file.beside)
      file.isDone = true
      return
    }
    let changed = Failure("it has changed since it was read")
    let kept = file.kept ?? file.path
    guard FileIdentity(kept) == FileIdentity(file.path), holds(kept, old) else { throw changed }
    if unsafe rename(FilePath.native(file.beside), FilePath.native(file.path)) != 0 { throw .system() }
    file.isDone = true
    // Somebody may have written to it up to the last moment.
    if file.kept != nil, !holds(kept, old) { throw changed }
  }

  private static func holds(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard let input = try? FileInput(path: path, isNamed: true) else { return false }
    return (try? SourceFile.read(input, limit: bytes.count)) == bytes
  }

  /// Undoes what was done, and leaves no file behind.
  private static func giveBack(_ staged: [Staged]) {
    for file in staged.reversed() {
      if file.isDone, let kept = file.kept {
        _ = unsafe rename(FilePath.native(kept), FilePath.native(file.path))
      } else if file.isDone {
        if file.old == nil { _ = unsafe unlink(FilePath.native(file.path)) }
      } else {
        _ = unsafe unlink(FilePath.native(file.beside))
        if let kept = file.kept { _ = unsafe unlink(FilePath.native(kept)) }
      }
    }
  }
}
