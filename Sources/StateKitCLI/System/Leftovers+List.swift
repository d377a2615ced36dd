import CLibrary
import StateKitCore

/// Lists of files that are written together.
///
/// The first folder contains the list, locked by the writer. Each other folder contains a file of the same name that
/// leads to the list. A list is trusted only for folders that contain this file: a list that another user puts into a
/// folder changes no files elsewhere. The changes are undone as long as the list exists; its removal ends the work.
extension Leftovers {
  /// The temporary names of a file that is being written.
  struct Names {
    let beside: String
    /// The second name of the old file.
    let kept: String

    fileprivate init(_ stem: String, at index: Int, in folder: String) {
      let start = folder + Leftovers.beginning + stem + "-\(index)"
      beside = start + Leftovers.ending
      kept = start + ".old" + Leftovers.ending
    }
  }

  private static let head = Array("statekit files\0".utf8)
  private static let leadHead = Array("statekit list at\0".utf8)
  /// The start of the message about an undone run.
  static let undoing = "a run was interrupted while it changed several files; "
  /// The limit of a list in bytes, and so of files that are written together.
  private static let mostBytes = 256 << 20

  struct List {
    private let path: String
    private let descriptor: Int32
    private let stem: String
    private var leads: [String] = []

    /// Writes a list of the files that are about to be written.
    init(of files: [FileSave.Staged]) throws(FileSave.Failure) {
      let folder = FilePath.folder(of: files.first?.path ?? "")
      (path, descriptor) = try FileSave.create(in: folder, mode: 0o600, ending: Leftovers.listEnding)
      let name = FilePath.name(of: path)
      stem = Leftovers.stem(of: name)
      do throws(FileSave.Failure) {
        let here = Reach.absolute(path)
        var known: Set<[UInt8]> = [FilePath.bytes(of: folder)]
        for folder in files.map({ FilePath.folder(of: $0.path) })
        where known.insert(FilePath.bytes(of: folder)).inserted { try lead(folder + name, to: here) }
        var bytes = Leftovers.head
        for file in files {
          bytes += FilePath.bytes(of: Reach.absolute(file.path)) + [0]
          let sum = Checksum.text(of: Checksum.of(file.replacement.bytes.span))
          bytes += Array(sum.utf8) + [0] + Array((file.facts == nil ? "new" : "old").utf8) + [0]
        }
        if bytes.count > Leftovers.mostBytes { throw FileSave.Failure("too many files are written together") }
        try FileSave.write(bytes, to: descriptor)
        try FileSave.sync(descriptor)
      } catch {
        remove()
        throw error
      }
    }

    func names(of index: Int, in folder: String) -> Names { Names(stem, at: index, in: folder) }

    private mutating func lead(_ lead: String, to list: String) throws(FileSave.Failure) {
      let opened = unsafe open(FilePath.native(lead), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if opened < 0 {
        // The folder may occur twice, under two names.
        if errno == EEXIST, ([path] + leads).contains(where: { FileIdentity($0) == FileIdentity(lead) }) { return }
        throw .system("a new file in its folder")
      }
      leads.append(lead)
      _ = flock(opened, LOCK_EX | LOCK_NB)
      defer { _ = close(opened) }
      try FileSave.write(Leftovers.leadHead + FilePath.bytes(of: list) + [0], to: opened)
      try FileSave.sync(opened)
    }

    /// Removes the list: all files are complete.
    func removeFirst() { _ = unsafe unlink(FilePath.native(path)) }

    func remove() {
      removeFirst()
      for lead in leads { _ = unsafe unlink(FilePath.native(lead)) }
      _ = close(descriptor)
    }
  }

  /// Undoes the changes of a list, or of the list that the file leads to, and removes it. Returns the messages; nil
  /// while a writer is active.
  static func undo(_ path: String) -> [String]? {
    guard let opened = Opened(path) else { return [] }
    guard opened.isFree, let bytes = content(of: opened) else { return nil }
    var said: [String] = []
    if bytes.starts(with: leadHead) {
      let list = FilePath.text(of: bytes.dropFirst(leadHead.count).dropLast())
      if FilePath.name(of: list).utf8.elementsEqual(FilePath.name(of: path).utf8), let first = Opened(list) {
        guard first.isFree, let bytes = content(of: first) else { return nil }
        said = restore(list, bytes: bytes)
      }
    } else {
      said = restore(Reach.absolute(path), bytes: bytes)
    }
    _ = unsafe unlink(FilePath.native(path))
    return said
  }

  private static func isLead(_ path: String, to list: String) -> Bool {
    guard let lead = Opened(path) else { return false }
    return content(of: lead) == leadHead + FilePath.bytes(of: list) + [0]
  }

  private static func content(of opened: borrowing Opened) -> [UInt8]? {
    try? SourceFile.read(FileInput(descriptor: opened.descriptor), limit: mostBytes)
  }

  /// A file of a list.
  private struct Entry {
    let path: String
    let names: Names
    let sum: String
    let isNew: Bool
  }

  /// Restores the old content of a list's files that were not changed since.
  private static func restore(_ list: String, bytes: [UInt8]) -> [String] {
    guard bytes.starts(with: head) else { return [] }
    let stem = stem(of: FilePath.name(of: list))
    let texts = bytes.dropFirst(head.count).split(separator: 0, omittingEmptySubsequences: false)
    var entries: [Entry] = []
    var leads: [String] = []
    var isWhole = true
    var known: Set<[UInt8]> = [FilePath.bytes(of: FilePath.folder(of: list))]
    for start in stride(from: texts.startIndex, to: texts.endIndex - 3, by: 3) {
      let path = FilePath.text(of: texts[start])
      let folder = FilePath.folder(of: path)
      if known.insert(FilePath.bytes(of: folder)).inserted {
        leads.append(folder + FilePath.name(of: list))
        isWhole = isWhole && leads.last.map { isLead($0, to: list) } ?? false
      }
      let names = Names(stem, at: (start - texts.startIndex) / 3, in: folder)
      let sum = String(decoding: texts[start + 1], as: UTF8.self)
      entries.append(Entry(path: path, names: names, sum: sum, isNew: texts[start + 2].elementsEqual("new".utf8)))
    }
    // The writer had not reached a folder without this file.
    if !isWhole { return [] }
    let said = restore(entries)
    for lead in leads { _ = unsafe unlink(FilePath.native(lead)) }
    _ = unsafe unlink(FilePath.native(list))
    return said
  }

  private static func undo(_ entry: Entry) -> Bool {
    if entry.isNew { return unsafe unlink(FilePath.native(entry.path)) == 0 }
    return unsafe rename(FilePath.native(entry.names.kept), FilePath.native(entry.path)) == 0
  }

  private static func restore(_ entries: [Entry]) -> [String] {
    var (restored, left): ([String], [String]) = ([], [])
    for entry in entries {
      // A file that does not have its new name yet is unchanged.
      let waiting = FileIdentity(entry.names.beside)
      let isKept = entry.isNew || FileIdentity(entry.names.kept) != nil
      if isKept, waiting == nil || waiting == FileIdentity(entry.path), FileIdentity(entry.path) != nil {
        if sum(of: entry.path) == entry.sum, undo(entry) {
          restored.append(entry.path)
        } else {
          left.append(entry.path)
        }
      }
      for name in [entry.names.beside, entry.names.kept] { _ = unsafe unlink(FilePath.native(name)) }
    }
    func names(_ paths: [String]) -> String {
      let shown = paths.prefix(10).map { FilePath.shown(FilePath.name(of: $0)) }.joined(separator: ", ")
      return shown + (paths.count > 10 ? " and \(paths.count - 10) more" : "")
    }
    var said: [String] = []
    if !restored.isEmpty { said.append(undoing + "the changes in \(names(restored)) are undone") }
    if !left.isEmpty { said.append(undoing + "\(names(left)) may have changed, the other files have not") }
    return said
  }

  /// The checksum of a regular file's content; nil if there is none.
  private static func sum(of path: String) -> String? {
    guard let input = try? FileInput(unlinked: path) else { return nil }
    var sum = Checksum()
    var block: [UInt8] = []
    do {
      while try input.read(1 << 20, into: &block) {
        sum.add(block.span)
        block.removeAll(keepingCapacity: true)
      }
    } catch {
      return nil
    }
    return Checksum.text(of: sum.value)
  }
}
