#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Several files that are replaced together.
extension FileSave {
  /// A regular file, and what it shall hold.
  package struct Replacement: Sendable {
    package let path: String
    package let bytes: [UInt8]

    package init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// A replacement on its way: the new file lies beside the old one, which keeps a second name until all is done.
  private struct Staged {
    let path: String
    let beside: String
    var kept: String?
    var isDone = false
  }

  /// Replaces files, all of them or none: the new ones are written and synced first, then each takes its name. Where that
  /// fails the files that have been replaced get back what they held. Names the file that could not be replaced.
  package static func replaceAll(_ replacements: [Replacement]) -> (path: String, failure: Failure)? {
    var staged: [Staged] = []
    for replacement in replacements {
      do throws(Failure) {
        staged.append(try stage(replacement, keeps: replacements.count > 1))
      } catch {
        giveBack(staged)
        return (replacement.path, error)
      }
    }
    for index in staged.indices {
      if unsafe rename(FilePath.native(staged[index].beside), FilePath.native(staged[index].path)) != 0 {
        let failure = Failure.system()
        giveBack(staged)
        return (replacements[index].path, failure)
      }
      staged[index].isDone = true
    }
    var failed: (path: String, failure: Failure)?
    for (index, file) in staged.enumerated() {
      if let kept = file.kept { _ = unsafe unlink(FilePath.native(kept)) }
      do throws(Failure) {
        try sync(folder: FilePath.folder(of: file.path))
      } catch {
        failed = failed ?? (replacements[index].path, error)
      }
    }
    return failed
  }

  private static func stage(_ replacement: Replacement, keeps: Bool) throws(Failure) -> Staged {
    guard case .file(let path, let old?) = try target(of: replacement.path, .anyFile) else {
      throw Failure("it is no regular file")
    }
    let folder = FilePath.folder(of: path)
    let (beside, opened) = try create(in: folder, mode: 0o600)
    var staged = Staged(path: path, beside: beside)
    do throws(Failure) {
      try fill(opened, like: old) { (opened) throws(Failure) in try write(replacement.bytes, to: opened) }
      if keeps { staged.kept = try secondName(of: path, in: folder) }
    } catch {
      _ = unsafe unlink(FilePath.native(beside))
      throw error
    }
    return staged
  }

  /// Gives a file a second name in its folder.
  private static func secondName(of path: String, in folder: String) throws(Failure) -> String {
    for _ in 0..<100 {
      let name = folder + ".statekit-" + String(UInt64.random(in: 0...(.max)), radix: 36)
      if unsafe link(FilePath.native(path), FilePath.native(name)) == 0 { return name }
      if errno != EEXIST, errno != EINTR { throw .system("a second name, to go back to") }
    }
    throw Failure("no name is free in its folder")
  }

  /// Undoes what was done, and leaves no file behind.
  private static func giveBack(_ staged: [Staged]) {
    for file in staged.reversed() {
      if file.isDone, let kept = file.kept {
        _ = unsafe rename(FilePath.native(kept), FilePath.native(file.path))
      } else {
        _ = unsafe unlink(FilePath.native(file.beside))
        if let kept = file.kept { _ = unsafe unlink(FilePath.native(kept)) }
      }
    }
  }

  /// Writes files that are not there, all of them or none. Names the file that could not be written.
  package static func createAll(_ files: [Replacement]) -> (path: String, failure: Failure)? {
    for file in files {
      if let failure = refusal(file.path, .nothing) { return (file.path, failure) }
    }
    for (index, file) in files.enumerated() {
      guard let failure = save(file.path, file.bytes, .nothing) else { continue }
      // What fails may be written, and only its folder not synced; what was there meanwhile is somebody else's.
      let made = failure.isThere ? files[..<index] : files[...index]
      for file in made { _ = unsafe unlink(FilePath.native(file.path)) }
      return (file.path, failure)
    }
    return nil
  }
}
