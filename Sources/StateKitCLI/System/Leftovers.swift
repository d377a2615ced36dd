import CLibrary

/// Files that a killed command left in a folder while it wrote files.
///
/// New files are beside the old ones, under temporary names, until they are complete. A single file is locked by its
/// writer. Several files have a locked list, whose name starts like theirs. A file without a lock is a leftover.
enum Leftovers {
  static let beginning = ".statekit-"
  static let ending = ".part"
  static let listEnding = ".list.part"
  static let oldEnding = ".old.part"

  static func freshName(in folder: String, ending: String? = nil) -> String {
    folder + beginning + String(UInt64.random(in: 0...(.max)), radix: 36) + (ending ?? Self.ending)
  }

  /// Removes the leftovers of ended writers in folders. Incompletely written groups of files get their old content
  /// back. Returns messages about this.
  static func clear(_ folders: [String]) -> [String] {
    var known: Set<[UInt8]> = []
    let found = folders.compactMap { folder -> (folder: String, names: [String])? in
      guard known.insert(Reach.key(of: folder + beginning)).inserted else { return nil }
      let names = names(in: folder)
      return names.isEmpty ? nil : (folder, names)
    }
    func group(_ name: String, in folder: String) -> [UInt8] { FilePath.bytes(of: folder + stem(of: name)) }
    var said: [String] = []
    // The groups of files in use, and those whose list is elsewhere.
    var (used, lost): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for (folder, names) in found {
      for name in names where has(name, ending: listEnding) {
        switch undo(folder + name) {
        case .active: used.insert(group(name, in: folder))
        case .lost: lost.insert(group(name, in: folder))
        case .done(let undone): said += undone
        }
      }
    }
    for (folder, names) in found {
      let rest = names.filter { !used.contains(group($0, in: folder)) }
      // The old content of a file may have no other name.
      let kept = rest.filter {
        lost.contains(group($0, in: folder)) && has($0, ending: oldEnding) && isOnlyName(folder + $0)
      }
      let needed = Set(kept.flatMap { [$0, beginning + stem(of: $0) + listEnding] }.map { FilePath.bytes(of: $0) })
      let count = rest.count { !needed.contains(FilePath.bytes(of: $0)) && remove(folder + $0) }
      let shown = folder.isEmpty ? "this folder" : FilePath.shown(folder)
      if count > 0 {
        said.append("removed \(count) unfinished file\(count == 1 ? "" : "s") of an interrupted run from \(shown)")
      }
      if kept.isEmpty { continue }
      let sorted = kept.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let files = sorted.prefix(10).map { FilePath.shown($0) }.joined(separator: ", ")
      said.append(
        "a run was interrupted while it changed several files, and a folder of them is elsewhere now; in \(shown), some "
          + "files may have changed, and old content is in \(files)\(kept.count > 10 ? " and others" : "")")
    }
    return said
  }

  /// True if a run that is active has given the file its second name.
  static func holds(_ path: String) -> Bool {
    let folder = FilePath.folder(of: path)
    return names(in: folder).contains { FileIdentity(folder + $0) == FileIdentity(path) }
  }

  /// The names of the temporary files in a folder; empty if it cannot be read.
  private static func names(in folder: String) -> [String] {
    let names = (try? Folder.names(in: folder.isEmpty ? "." : folder, withHidden: true)) ?? []
    return names.filter { has($0, ending: ending) && $0.utf8.starts(with: beginning.utf8) }
  }

  /// True if a file has no second name.
  static func isOnlyName(_ path: String) -> Bool {
    Platform.facts(at: path, followsLinks: false)?.st_nlink == 1
  }

  static func has(_ name: String, ending: String) -> Bool {
    name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }

  /// The prefix of the names of files that are written together.
  static func stem(of name: String) -> String {
    String(
      Substring(name.utf8.dropFirst(beginning.utf8.count).prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") })
    )
  }

  /// An open file of ours, locked unless another process holds the lock.
  struct Opened: ~Copyable {
    let descriptor: Int32
    let isFree: Bool

    /// nil if there is no file, or it belongs to another user.
    init?(_ path: String) {
      descriptor = unsafe open(FilePath.native(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0, let facts = Platform.facts(of: descriptor), facts.st_mode & S_IFMT == S_IFREG,
        facts.st_uid == geteuid()
      else {
        if descriptor >= 0 { _ = close(descriptor) }
        return nil
      }
      isFree = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    deinit { _ = close(descriptor) }
  }

  /// Removes a file of ours without a lock. Returns true if it did.
  private static func remove(_ path: String) -> Bool {
    guard let opened = Opened(path), opened.isFree else { return false }
    return unsafe unlink(FilePath.native(path)) == 0
  }
}
