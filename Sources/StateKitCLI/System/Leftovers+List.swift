import CLibrary
import StateKitCore

/// Lists of files that are written together.
///
/// The first folder contains the list, locked by the writer. Each other folder contains a file of the same name that
/// leads to the list. A list is trusted only for folders that contain this file: a list that another user puts into a
/// folder changes no files elsewhere. The changes are undone until the list is marked, which ends the work. Paths are
/// relative, so that a folder can be moved with all its files in between.
extension Leftovers {
  /// The temporary names of a file that is being written.
  struct Names {
    let beside: String
    /// The second name of the old file.
    let kept: String

    fileprivate init(_ stem: String, at index: Int, in folder: String) {
      let start = folder + Leftovers.beginning + stem + "-\(index)"
      beside = start + Leftovers.ending
      kept = start + Leftovers.oldEnding
    }
  }

  private static let head = Array("statekit files\0".utf8)
  /// The head when all files are complete. Only its first byte differs, so the change is written in one step.
  private static let completeHead = Array("Statekit files\0".utf8)
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
        var known: Set<[UInt8]> = [FilePath.bytes(of: folder)]
        for folder in files.map({ FilePath.folder(of: $0.path) })
        where known.insert(FilePath.bytes(of: folder)).inserted { try lead(folder + name) }
        var bytes = Leftovers.head
        for file in files {
          let place = FilePath.relative(from: folder, to: file.path) ?? Reach.absolute(file.path)
          let old = file.replacement.old.map { Checksum.text(of: Checksum.of($0.span)) }
          let sum = Checksum.text(of: Checksum.of(file.replacement.bytes.span))
          bytes += FilePath.bytes(of: place) + [0] + Array(sum.utf8) + [0] + Array((old ?? "new").utf8) + [0]
        }
        if bytes.count > Leftovers.mostBytes { throw FileSave.Failure("too many files are written together") }
        try FileSave.write(bytes.span, to: descriptor)
        try FileSave.sync(descriptor)
      } catch {
        remove()
        throw error
      }
    }

    func names(of index: Int, in folder: String) -> Names { Names(stem, at: index, in: folder) }

    private mutating func lead(_ lead: String) throws(FileSave.Failure) {
      let list = FilePath.relative(from: FilePath.folder(of: lead), to: path) ?? Reach.absolute(path)
      let opened = unsafe open(FilePath.native(lead), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if opened < 0 {
        // The folder may occur twice, under two names.
        if errno == EEXIST, ([path] + leads).contains(where: { FileIdentity($0) == FileIdentity(lead) }) { return }
        throw .system("a new file in its folder")
      }
      leads.append(lead)
      _ = flock(opened, LOCK_EX | LOCK_NB)
      defer { _ = close(opened) }
      let bytes = Leftovers.leadHead + FilePath.bytes(of: list) + [0]
      try FileSave.write(bytes.span, to: opened)
      try FileSave.sync(opened)
    }

    /// Marks the list: all files are complete.
    func complete() {
      let mark = Leftovers.completeHead[0]
      if unsafe withUnsafeBytes(of: mark, { unsafe pwrite(descriptor, $0.baseAddress, 1, 0) }) == 1 { return }
      _ = unsafe unlink(FilePath.native(path))
    }

    func remove() {
      for path in leads + [path] { _ = unsafe unlink(FilePath.native(path)) }
      _ = close(descriptor)
    }
  }

  /// The end of an interrupted run.
  enum Undone {
    /// The writer is active.
    case active
    /// All files are complete; messages about this.
    case done([String])
    /// The list, or one of its folders, was moved or removed.
    case lost
  }

  /// Undoes the changes of a list, or of the list that the file leads to, and removes it, unless it is lost.
  static func undo(_ path: String) -> Undone {
    guard let opened = Opened(path) else { return .done([]) }
    guard opened.isFree, let bytes = content(of: opened) else { return .active }
    var undone = Undone.done([])
    if let list = list(ofLead: bytes, at: path) {
      guard FilePath.name(of: list).utf8.elementsEqual(FilePath.name(of: path).utf8), let first = Opened(list) else {
        return .lost
      }
      guard first.isFree, let bytes = content(of: first) else { return .active }
      undone = restore(list, bytes: bytes)
    } else {
      undone = restore(path, bytes: bytes)
    }
    if case .done = undone { _ = unsafe unlink(FilePath.native(path)) }
    return undone
  }

  /// The list that a file leads to; nil for another file.
  private static func list(ofLead bytes: [UInt8], at path: String) -> String? {
    if !bytes.starts(with: leadHead) { return nil }
    let list = FilePath.text(of: bytes.dropFirst(leadHead.count).dropLast())
    return FilePath.path(to: list, from: FilePath.folder(of: path))
  }

  private static func isLead(_ path: String, to list: String) -> Bool {
    guard let lead = Opened(path), let bytes = content(of: lead), let found = Self.list(ofLead: bytes, at: path),
      let identity = FileIdentity(list)
    else { return false }
    return FileIdentity(found) == identity
  }

  private static func content(of opened: borrowing Opened) -> [UInt8]? {
    try? SourceFile.read(FileInput(descriptor: opened.descriptor), limit: mostBytes)
  }

  /// A file of a list.
  private struct Entry {
    let path: String
    let names: Names
    let sum: String
    /// The checksum of the old content; nil for a new file.
    let oldSum: String?
  }

  /// Restores the old content of a list's files that were not changed since.
  private static func restore(_ list: String, bytes: [UInt8]) -> Undone {
    let isComplete = bytes.starts(with: completeHead)
    // Without a head, no file was begun.
    guard isComplete || bytes.starts(with: head) else { return .done([]) }
    let home = FilePath.folder(of: list)
    let stem = stem(of: FilePath.name(of: list))
    let texts = bytes.dropFirst(head.count).split(separator: 0, omittingEmptySubsequences: false)
    var entries: [Entry] = []
    var leads: [String] = []
    var isWhole = true
    var known: Set<[UInt8]> = [Reach.key(of: list)]
    for start in stride(from: texts.startIndex, to: texts.endIndex - 3, by: 3) {
      let path = FilePath.path(to: FilePath.text(of: texts[start]), from: home)
      let folder = FilePath.folder(of: path)
      let lead = folder + FilePath.name(of: list)
      if known.insert(Reach.key(of: lead)).inserted {
        leads.append(lead)
        isWhole = isWhole && isLead(lead, to: list)
      }
      let names = Names(stem, at: (start - texts.startIndex) / 3, in: folder)
      let (sum, old) = (texts[start + 1], texts[start + 2])
      entries.append(
        Entry(
          path: path, names: names, sum: String(decoding: sum, as: UTF8.self),
          oldSum: old.elementsEqual("new".utf8) ? nil : String(decoding: old, as: UTF8.self)))
    }
    if !isWhole { return isComplete ? .done([]) : .lost }
    var said = isComplete ? [] : restore(entries)
    var removed = 0
    for name in entries.flatMap({ [$0.names.beside, $0.names.kept] }) where unsafe unlink(FilePath.native(name)) == 0 {
      removed += 1
    }
    if said.isEmpty, !isComplete, removed > 0 {
      said = [undoing + "no file has changed, and \(removed) unfinished ones are removed"]
    }
    for path in leads + [list] { _ = unsafe unlink(FilePath.native(path)) }
    return .done(said)
  }

  private static func undo(_ entry: Entry) -> Bool {
    guard let oldSum = entry.oldSum else { return unsafe unlink(FilePath.native(entry.path)) == 0 }
    // Another content is an edit that was saved while the file was replaced. A planted file is a link, or another user's.
    let kept = entry.names.kept
    if sum(of: kept) != oldSum, !isOnlyName(kept) || Opened(kept) == nil { return false }
    return unsafe rename(FilePath.native(kept), FilePath.native(entry.path)) == 0
  }

  private static func restore(_ entries: [Entry]) -> [String] {
    // The run was about to end, or its work was completed by hand.
    if !entries.isEmpty, entries.allSatisfy({ sum(of: $0.path) == $0.sum }) {
      return ["a run was interrupted when all its files were changed; its temporary files are removed"]
    }
    var (restored, left): ([String], [String]) = ([], [])
    for entry in entries {
      // A file that does not have its new name yet is unchanged.
      let waiting = FileIdentity(entry.names.beside)
      let isKept = entry.oldSum == nil || FileIdentity(entry.names.kept) != nil
      if isKept, waiting == nil || waiting == FileIdentity(entry.path), FileIdentity(entry.path) != nil {
        if sum(of: entry.path) == entry.sum, undo(entry) {
          restored.append(entry.path)
        } else {
          left.append(entry.path)
        }
      }
    }
    func names(_ paths: [String]) -> String { FilePath.list(paths.map { FilePath.name(of: $0) }) }
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
