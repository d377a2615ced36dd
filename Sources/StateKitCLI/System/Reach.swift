import StateKitCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where files may lie that other files name: at or below some folders, with links followed.
///
/// What somebody has typed may be anything; what a chart or a script names comes from whoever wrote that, and must not make
/// the tool read, and show in a message, what it was not asked for. `open` is the one door to such files.
package struct Reach: Sendable {
  /// Resolved paths of folders, without a slash at their end.
  private let folders: [String]
  /// The folder by which it is known, as it was named.
  let name: String

  /// At or below a folder, or below one of others: the folder that the tool was started in, where none are given. An empty
  /// path is that one.
  package init(folder: String, or others: [String] = ["."]) {
    name = folder
    folders = ([folder.isEmpty ? "." : folder] + others).compactMap { Self.resolved($0) }
  }

  /// Beside a file, or below; where that is a link, beside the file that it leads to, too.
  init(file path: String) {
    self.init(folder: FilePath.folder(of: path), or: [Self.home(of: path), "."])
  }

  /// Opens a regular file within reach.
  package func open(_ path: String) throws(InputError) -> any ByteInput {
    let found = Self.resolved(path)
    let failure = errno
    if let found, Self.isSpecial(found) { throw .notRegular }
    guard contains(found ?? Self.nearest(path)) else {
      throw InputError(
        reason: "it must lie at or below the folder of the file that was named, or the folder statekit was started in",
        isOutOfReach: true)
    }
    if let found { return try FileInput(regularFileAt: found) }
    var facts = stat()
    let isLink = unsafe lstat(FilePath.native(path), &facts) == 0
    let reason = isLink && failure == ENOENT ? "it is a link to nothing" : Platform.reason(failure)
    throw InputError(reason: reason, isMissing: !isLink && failure == ENOENT)
  }

  /// Opens what is at a path that somebody has typed, where that is a regular file; never waits.
  static func regularFile(_ path: String) -> FileInput? {
    resolved(path).flatMap { try? FileInput(regularFileAt: $0) }
  }

  private func contains(_ path: String) -> Bool {
    // Files that the system makes up are none of a project's.
    for made in ["/proc/", "/sys/", "/dev/"] where path.utf8.starts(with: made.utf8) { return false }
    return folders.contains { folder in
      path.utf8.starts(with: folder.utf8)
        && (folder.utf8.last == UInt8(ascii: "/") || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/"))
    }
  }

  /// Neither a regular file nor a folder.
  private static func isSpecial(_ path: String) -> Bool {
    var facts = stat()
    guard unsafe stat(FilePath.native(path), &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT != S_IFREG && facts.st_mode & S_IFMT != S_IFDIR
  }

  /// A path to something that is not there, with links followed as far as they are; empty where nobody can tell.
  private static func nearest(_ path: String) -> String {
    var before = path[...]
    var missing = ""
    while let slash = before.utf8.lastIndex(of: UInt8(ascii: "/")) {
      missing = String(before[slash...]) + missing
      before = before[..<slash]
      if let found = resolved(before.isEmpty ? "/" : String(before)) {
        // What lies above something that is not there cannot be known.
        return missing.utf8.includes("/../".utf8) ? "" : found + missing
      }
    }
    return (resolved(".") ?? "") + "/" + path
  }

  /// The folder in which a file lies, its slash with it; where the file is a link, that of the file that it leads to.
  static func home(of path: String) -> String {
    let folder = FilePath.folder(of: path)
    guard let file = resolved(path), let typed = resolved(folder.isEmpty ? "." : folder) else { return folder }
    let real = FilePath.folder(of: file)
    let isThere = real.utf8.elementsEqual(typed.utf8) || real.utf8.dropLast().elementsEqual(typed.utf8)
    return isThere ? folder : real
  }

  /// A path from the root, with links followed; nil where there is nothing.
  static func resolved(_ path: String) -> String? {
    guard let found = unsafe realpath(FilePath.native(path), nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe FilePath.text(
      of: UnsafeBufferPointer(start: found, count: strlen(found)).map(UInt8.init(bitPattern:)))
  }
}

extension FilePath {
  /// The path that leads from a folder to a file, with links in the folders followed; nil where one of them is not there.
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

/// A file by what it is, not by its name.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// What a path leads to, "-" being standard input; nil where there is no regular file.
  init?(_ path: String) {
    var facts = stat()
    let status = unsafe path == "-" ? fstat(0, &facts) : stat(FilePath.native(path), &facts)
    guard status == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
  }
}
