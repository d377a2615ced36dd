import CLibrary
import StateKitCore

/// Several files that are written together.
extension FileSave {
  /// A regular file and its new content.
  package struct Replacement: Sendable {
    package let path: String
    package let bytes: [UInt8]
    /// The content that was read; nil for a new file.
    package let old: [UInt8]?
    package let rule: Rule

    /// By default, only the file whose content was read is replaced.
    package init(_ path: String, bytes: [UInt8], over old: [UInt8]?, rule: Rule? = nil) {
      self.path = path
      self.bytes = bytes
      self.old = old
      self.rule = rule ?? (old == nil ? .nothing : .anyFile)
    }
  }

  /// A file during the change: the new file is beside the old one, which has a second name until all is done.
  struct Staged {
    /// The name in the command.
    let name: String
    /// The path with links followed.
    let path: String
    let replacement: Replacement
    let facts: stat?
    var beside: String?
    /// The second name of the old file; nil for a new file, or if the file system supports only one name per file.
    var kept: String?
    /// Descriptors whose locks show that the files are no leftovers.
    var locks: [Int32] = []
    var isDone = false
  }

  /// Writes all files or none. The new files are written and synced first, then each gets its name.
  ///
  /// Signals wait meanwhile; one that arrives before the first rename leaves all files unchanged. On failure, the
  /// replaced files get their old content back. A file with changed content, or an unexpected file, is left alone.
  /// Returns the path of the file that could not be written.
  package static func writeAll(_ replacements: [Replacement]) -> (path: String, failure: Failure)? {
    Platform.holdingSignals {
      var staged: [Staged] = []
      var list: Leftovers.List?
      // The list is removed last: by then, the files in it are complete.
      defer {
        list?.remove()
        for lock in staged.flatMap(\.locks) { _ = close(lock) }
      }
      var name = replacements.first?.path ?? ""
      do throws(Failure) {
        for replacement in replacements {
          name = replacement.path
          staged.append(try plan(replacement))
        }
        name = staged.first?.name ?? name
        if staged.count > 1 { list = try Leftovers.List(of: staged) }
        for index in staged.indices {
          name = staged[index].name
          try stage(&staged[index], names: list?.names(of: index, in: FilePath.folder(of: staged[index].path)))
          if Platform.isEndingHeld { throw Failure("statekit was asked to end") }
        }
        for index in staged.indices {
          name = staged[index].name
          try put(&staged[index])
        }
      } catch {
        let left = restore(staged)
        if left.isEmpty { return (name, error) }
        return (
          name, Failure(error.reason + "; another program has changed \(FilePath.list(left)), so this is not undone")
        )
      }
      var failed: (path: String, failure: Failure)?
      var synced: Set<[UInt8]> = []
      for file in staged where synced.insert(FilePath.bytes(of: FilePath.folder(of: file.path))).inserted {
        do throws(Failure) {
          try sync(folder: FilePath.folder(of: file.path))
        } catch {
          failed = failed ?? (file.name, error)
        }
      }
      // From this point nothing is undone.
      list?.complete()
      for file in staged {
        guard let kept = file.kept, unsafe unlink(FilePath.native(kept)) != 0, errno != ENOENT else { continue }
        failed = failed ?? (file.name, .system("it is written, but \(FilePath.shown(kept)) is not removed"))
      }
      return failed
    }
  }

  private static func plan(_ replacement: Replacement) throws(Failure) -> Staged {
    guard case .file(let path, let facts) = try target(of: replacement.path, rule: replacement.rule) else {
      throw Failure("it is not a regular file")
    }
    if (facts == nil) != (replacement.old == nil) {
      throw replacement.old == nil ? Failure("its content cannot be read") : .changed
    }
    return Staged(name: replacement.path, path: path, replacement: replacement, facts: facts)
  }

  /// Writes a new file, and gives the old one its second name. `names` is nil for a file that is written alone.
  private static func stage(_ file: inout Staged, names: Leftovers.Names?) throws(Failure) {
    let mode: mode_t = file.facts == nil ? 0o666 : 0o600
    let opened: Int32
    if let names {
      opened = unsafe open(FilePath.native(names.beside), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if opened < 0 { throw .system("a new file in its folder") }
      file.beside = names.beside
    } else {
      let created = try create(in: FilePath.folder(of: file.path), mode: mode)
      (file.beside, opened) = (created.path, created.descriptor)
      file.locks.append(dup(opened))
    }
    let bytes = file.replacement.bytes
    try fill(opened, like: file.facts) { (opened) throws(Failure) in try write(bytes.span, to: opened) }
    if file.facts != nil { try keep(&file, names: names) }
  }

  /// Gives the old file a second name in its folder.
  private static func keep(_ file: inout Staged, names: Leftovers.Names?) throws(Failure) {
    if names == nil {
      let lock = unsafe open(FilePath.native(file.path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard lock >= 0 else { throw .system() }
      file.locks.append(lock)
      _ = flock(lock, LOCK_SH | LOCK_NB)
    }
    for _ in 0..<100 {
      let name = names?.kept ?? Leftovers.freshName(in: FilePath.folder(of: file.path))
      if unsafe link(FilePath.native(file.path), FilePath.native(name)) == 0 {
        file.kept = name
        return
      }
      if names == nil, hasNoLinks(errno) { return }
      if errno == EINTR || names == nil && errno == EEXIST { continue }
      throw .system("a second name, to go back to")
    }
    throw Failure("no name is free in its folder")
  }

  /// Gives a new file its name.
  private static func put(_ file: inout Staged) throws(Failure) {
    guard let beside = file.beside else { return }
    guard let old = file.replacement.old else {
      try claim(file.path, for: beside)
      file.isDone = true
      return
    }
    let kept = file.kept ?? file.path
    guard FileIdentity(kept) == FileIdentity(file.path), holds(kept, bytes: old) else { throw .changed }
    if unsafe rename(FilePath.native(beside), FilePath.native(file.path)) != 0 { throw .system() }
    file.isDone = true
    // Another process may have written to it until the last moment.
    if file.kept != nil, !holds(kept, bytes: old) { throw .changed }
  }

  private static func holds(_ path: String, bytes: [UInt8]) -> Bool {
    guard let input = try? FileInput(unlinked: path) else { return false }
    return (try? SourceFile.read(input, limit: bytes.count)) == bytes
  }

  /// Undoes the changes, and removes the new files. Returns the files that another program has changed meanwhile: they
  /// keep that content.
  private static func restore(_ staged: [Staged]) -> [String] {
    var left: [String] = []
    for file in staged.reversed() {
      if file.isDone, !holds(file.path, bytes: file.replacement.bytes) {
        left.append(file.name)
        _ = file.kept.map { unsafe unlink(FilePath.native($0)) }
      } else if file.isDone, let kept = file.kept {
        _ = unsafe rename(FilePath.native(kept), FilePath.native(file.path))
      } else if file.isDone {
        if file.facts == nil { _ = unsafe unlink(FilePath.native(file.path)) }
      } else {
        for name in [file.beside, file.kept] { _ = name.map { unsafe unlink(FilePath.native($0)) } }
      }
    }
    return left.reversed()
  }
}
