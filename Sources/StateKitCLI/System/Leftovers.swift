import StateKitCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is left in a folder where a command was killed while it wrote files.
///
/// New files lie beside the old ones under names of their own until they are whole, each locked by its writer: one that nobody
/// locks is a leftover. Where several files are replaced together, a list of them lies there, too.
enum Leftovers {
  private static let beginning = ".statekit-"
  private static let ending = ".part"
  private static let listEnding = ".list.part"
  /// Larger files are not looked at.
  private static let mostBytes = 64 << 20

  /// A list of the files that are being replaced together.
  struct List {
    fileprivate let path: String
    fileprivate let descriptor: Int32

    /// The files are whole: there is nothing to tell of any more.
    func remove() {
      _ = unsafe unlink(FilePath.native(path))
      _ = close(descriptor)
    }
  }

  /// Writes down, beside the first of them, which files are about to be replaced.
  static func note(_ files: [FileSave.Staged]) throws(FileSave.Failure) -> List {
    var bytes: [UInt8] = []
    for file in files {
      for path in [file.path, file.beside, file.kept ?? ""] {
        bytes += FilePath.bytes(of: path.isEmpty ? "" : absolute(path)) + [0]
      }
      bytes += Array(Checksum.text(of: file.sum).utf8) + [0]
    }
    let folder = FilePath.folder(of: files.first?.path ?? "")
    let (path, descriptor) = try FileSave.create(in: folder, mode: 0o600, ending: listEnding)
    let list = List(path: path, descriptor: descriptor)
    do throws(FileSave.Failure) {
      try FileSave.write(bytes, to: descriptor)
      try FileSave.sync(descriptor)
    } catch {
      list.remove()
      throw error
    }
    return list
  }

  private static func absolute(_ path: String) -> String {
    let folder = FilePath.folder(of: path)
    return (Reach.resolved(folder.isEmpty ? "." : folder) ?? folder) + "/" + FilePath.name(of: path)
  }

  static func freshName(in folder: String, ending: String? = nil) -> String {
    folder + beginning + String(UInt64.random(in: 0...(.max)), radix: 36) + (ending ?? Self.ending)
  }

  /// Removes what writers that have ended left in a folder; files that were replaced together, and not all of them, get back
  /// what they held. Says what was done.
  static func clear(_ folder: String) -> [String] {
    guard let names = try? Folder.names(in: folder.isEmpty ? "." : folder, withHidden: true) else { return [] }
    let mine = names.filter { has($0, ending) && $0.utf8.starts(with: beginning.utf8) }
    var said: [String] = []
    for name in mine where has(name, listEnding) {
      withUnlocked(folder + name) { bytes in said += giveBack(bytes) }
    }
    var count = 0
    for name in mine where !has(name, listEnding) { withUnlocked(folder + name) { _ in count += 1 } }
    if count > 0 {
      let shown = folder.isEmpty ? "this folder" : FilePath.shown(folder)
      said.append("removed \(count) unfinished file\(count == 1 ? "" : "s") of an ended run from \(shown)")
    }
    return said
  }

  private static func has(_ name: String, _ ending: String) -> Bool {
    name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// Reads and removes a file of ours that nobody locks.
  private static func withUnlocked(_ path: String, _ body: ([UInt8]) -> Void) {
    let opened = unsafe open(FilePath.native(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard opened >= 0 else { return }
    defer { _ = close(opened) }
    var facts = stat()
    guard unsafe fstat(opened, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(),
      flock(opened, LOCK_EX | LOCK_NB) == 0
    else { return }
    body(has(path, listEnding) ? (try? SourceFile.read(FileInput(descriptor: opened), limit: mostBytes)) ?? [] : [])
    _ = unsafe unlink(FilePath.native(path))
  }

  /// Gives the files of a list back what they held, where nobody has changed them since.
  private static func giveBack(_ list: [UInt8]) -> [String] {
    let texts = list.split(separator: 0, omittingEmptySubsequences: false).map { FilePath.text(of: $0) }
    var (restored, left): ([String], [String]) = ([], [])
    for index in stride(from: 0, to: texts.count - 4, by: 4) {
      let (path, beside, kept) = (texts[index], texts[index + 1], texts[index + 2])
      // A file that has not got its new name yet is as it was.
      let waiting = FileIdentity(beside)
      if waiting == nil || waiting == FileIdentity(path) {
        let isOurs = (try? SourceFile.read(FileInput(path: path, isNamed: true), limit: mostBytes))
          .map { Checksum.text(of: Checksum.of($0.span)) == texts[index + 3] }
        if isOurs == true {
          let isDone =
            unsafe kept.isEmpty
            ? unlink(FilePath.native(path)) == 0 : rename(FilePath.native(kept), FilePath.native(path)) == 0
          if isDone { restored.append(path) } else { left.append(path) }
        } else if isOurs == false {
          left.append(path)
        }
      }
      for leftover in [beside, kept] where !leftover.isEmpty { _ = unsafe unlink(FilePath.native(leftover)) }
    }
    func names(_ paths: [String]) -> String {
      paths.map { FilePath.shown(FilePath.name(of: $0)) }.joined(separator: ", ")
    }
    var said: [String] = []
    if !restored.isEmpty {
      said.append("a run was ended while it changed several files; changes in \(names(restored)) are undone")
    }
    if !left.isEmpty {
      said.append("a run was ended while it changed several files; \(names(left)) may have changed, others have not")
    }
    return said
  }
}
