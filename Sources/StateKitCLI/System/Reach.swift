import CLibrary
import StateKitCore

/// The folders in which files named by other files must be, with links followed.
///
/// A path from the command line can be anywhere. A path in a chart or a script comes from its author. It must not
/// make the tool read a file that the user did not ask for, or show it in a message. Such files are opened only by
/// `open`.
package struct Reach: Sendable {
  /// Resolved paths of folders, without a trailing slash.
  private let folders: [String]
  /// The name of the folder, as given.
  let name: String

  /// At or below a folder, or below one of others; by default, the folder in which the tool was started. An empty
  /// path is that folder.
  package init(folder: String, or others: [String] = ["."]) {
    name = folder
    folders = ([folder.isEmpty ? "." : folder] + others).compactMap { Self.resolved($0) }
  }

  /// Beside a file, or below; for a link, also beside its target.
  init(file path: String) {
    self.init(folder: FilePath.folder(of: path), or: [Self.home(of: path), "."])
  }

  /// Opens a regular file within reach.
  package func open(_ path: String) throws(InputError) -> any ByteInput {
    let found = Self.resolved(path)
    let failure = errno
    if let found, Self.isSpecial(found) { throw .notRegular }
    if let reason = refusal(of: path) { throw InputError(reason: reason, isOutOfReach: true) }
    if let found { return try FileInput(regularFileAt: found) }
    let isLink = FileSave.isTaken(path)
    let reason = isLink ? Folder.brokenLink(failure) : Platform.reason(failure)
    throw InputError(reason: reason, isMissing: !isLink && failure == ENOENT)
  }

  /// The reason why a file or folder must not be read; nil if it is within reach.
  func refusal(of path: String) -> String? {
    contains(Self.resolved(path) ?? Self.nearest(path))
      ? nil : "it must be at or below the folder of the named file, or the folder statekit was started in"
  }

  /// Opens a path from the command line if it is a regular file; never waits.
  static func regularFile(_ path: String) -> FileInput? {
    resolved(path).flatMap { try? FileInput(regularFileAt: $0) }
  }

  private func contains(_ path: String) -> Bool {
    // Virtual files of the system do not belong to a project.
    for made in ["/proc/", "/sys/", "/dev/"] where path.utf8.starts(with: made.utf8) { return false }
    return folders.contains { folder in
      path.utf8.starts(with: folder.utf8)
        && (folder.utf8.last == UInt8(ascii: "/") || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
    }
  }

  /// True for standard input, and for a pipe or a device: its bytes come once.
  static func isReadOnce(_ path: String) -> Bool { path == "-" || isSpecial(path) }

  /// True if the file is neither regular nor a folder.
  static func isSpecial(_ path: String) -> Bool {
    guard let facts = Platform.facts(at: path) else { return false }
    return facts.st_mode & S_IFMT != S_IFREG && facts.st_mode & S_IFMT != S_IFDIR
  }

  /// A path to a file that does not exist, with links followed as far as possible; empty if it cannot be resolved.
  private static func nearest(_ path: String) -> String {
    var before = path[...]
    var missing = ""
    while let slash = before.utf8.lastIndex(of: UInt8(ascii: "/")) {
      missing = String(before[slash...]) + missing
      before = before[..<slash]
      if let found = resolved(before.isEmpty ? "/" : String(before)) {
        // The parent of a missing folder is unknown.
        return missing.utf8.includes("/../".utf8) ? "" : found + missing
      }
    }
    return (resolved(".") ?? "") + "/" + path
  }

  /// The full path of a file, which may be missing, with links followed.
  static func place(of path: String) -> String { resolved(path) ?? nearest(path) }

  /// The folder of a file, with its slash; for a link, the folder of its target.
  static func home(of path: String) -> String {
    let folder = FilePath.folder(of: path)
    guard let file = resolved(path), let typed = resolved(folder.isEmpty ? "." : folder) else { return folder }
    let real = FilePath.folder(of: file)
    let isThere = real.utf8.elementsEqual(typed.utf8) || real.utf8.dropLast().elementsEqual(typed.utf8)
    return isThere ? folder : real
  }

  /// An absolute path, with links in its folder followed.
  static func absolute(_ path: String) -> String {
    let folder = FilePath.folder(of: path)
    let found = resolved(folder.isEmpty ? "." : folder) ?? folder
    return found + (found.utf8.last == UInt8(ascii: "/") ? "" : "/") + FilePath.name(of: path)
  }

  /// The bytes of the absolute path: the same for all spellings of a path.
  static func key(of path: String) -> [UInt8] { FilePath.bytes(of: absolute(path)) }

  /// An absolute path, with links followed; nil if there is no file.
  static func resolved(_ path: String) -> String? {
    guard let found = unsafe realpath(FilePath.native(path), nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe FilePath.text(
      of: UnsafeBufferPointer(start: found, count: strlen(found)).map(UInt8.init(bitPattern:)))
  }
}

extension FilePath {
  /// The path from a folder to a file, with links in the folders followed; nil if one of them does not exist.
  static func relative(from folder: String, to file: String) -> String? {
    let home = self.folder(of: file)
    guard let start = Reach.resolved(folder.isEmpty ? "." : folder), let end = Reach.resolved(home.isEmpty ? "." : home)
    else { return nil }
    let (from, to) = (start.utf8.split(separator: UInt8(ascii: "/")), end.utf8.split(separator: UInt8(ascii: "/")))
    let common = zip(from, to).prefix { $0.elementsEqual($1) }.count
    let parts = from.dropFirst(common).map { _ in ".." } + to.dropFirst(common).map { String(Substring($0)) }
    return (parts + [name(of: file)]).joined(separator: "/")
  }
}

/// The identity of a file, independent of its name.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The file at a path, or standard input for "-"; nil if it is not a regular file.
  init?(_ path: String) {
    let facts = path == "-" ? Platform.facts(of: 0) : Platform.facts(at: path)
    guard let facts, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
  }
}
