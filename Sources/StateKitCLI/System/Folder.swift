#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folders and what is in them.
enum Folder {
  enum Kind {
    case file
    case folder
  }

  /// What stands at a path, symbolic links followed; throws where there is nothing.
  static func kind(_ path: String) throws(InputError) -> Kind {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0 else { throw InputError(reason: Platform.lastError) }
    return facts.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// The files below a folder that end in one of the suffixes, in the order of their names' bytes. Folders behind symbolic
  /// links are not entered, so that there is an end.
  static func files(below path: String, ending suffixes: [String]) throws(InputError) -> [String] {
    var found: [String] = []
    var todo = [path]
    while let folder = todo.popLast() {
      var inside: [String] = []
      for name in try names(in: folder) {
        let full = folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
        var facts = stat()
        guard unsafe lstat(full, &facts) == 0 else { continue }
        if facts.st_mode & S_IFMT == S_IFDIR {
          inside.append(full)
        } else if suffixes.contains(where: { name.utf8.count > $0.utf8.count && name.hasSuffix($0) }) {
          found.append(full)
        }
      }
      todo += inside
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The names in a folder, in the order of their bytes; those of folders end in a slash.
  static func list(_ path: String) throws(InputError) -> [String] {
    let names = try names(in: path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return names.map { name in
      let full = path.utf8.last == UInt8(ascii: "/") ? path + name : path + "/" + name
      return (try? kind(full)) == .folder ? name + "/" : name
    }
  }

  /// Makes a folder and those above it, for their owner alone. What cannot be made shows when something is put there.
  static func make(_ path: String) {
    for index in path.utf8.indices where path.utf8[index] == UInt8(ascii: "/") && index != path.startIndex {
      _ = unsafe mkdir(String(path[..<index]), 0o700)
    }
    _ = unsafe mkdir(path, 0o700)
  }

  /// The names in a folder, without hidden ones.
  private static func names(in path: String) throws(InputError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw InputError(reason: Platform.lastError) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        // The end looks like an error but for this.
        if errno != 0 { throw InputError(reason: Platform.lastError) }
        return names
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
  }
}
