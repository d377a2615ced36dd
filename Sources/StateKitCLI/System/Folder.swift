import CLibrary

/// Folders and what is in them.
enum Folder {
  enum Kind {
    case file
    case folder
  }

  /// The kind of file at a path, with links followed; throws if there is none.
  static func kind(_ path: String) throws(InputError) -> Kind {
    guard let facts = Platform.facts(at: path) else { throw InputError(reason: Platform.lastError) }
    return facts.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// The result of a search below a folder.
  struct Found {
    /// The files, in the order of their names' bytes.
    var files: [String] = []
    /// The folders that were entered, including the first one.
    var folders: [String] = []
    /// The files and folders that were skipped on purpose.
    var skipped: [(path: String, reason: Skip)] = []
    /// The files and folders that could not be read, with reasons.
    var unreadable: [(path: String, reason: String)] = []
  }

  /// The reason why a file or a folder is skipped.
  enum Skip: CaseIterable {
    case hidden, packages, linkToFolder, noChart, noJSON, markup
  }

  /// The files below a folder that end in one of the suffixes. Hidden folders, `node_modules` and folders behind
  /// symbolic links are not entered, so that the search ends.
  static func walk(_ path: String, ending suffixes: [String]) -> Found {
    var found = Found()
    var todo = [path]
    while let folder = todo.popLast() {
      let names: [String]
      do throws(InputError) {
        names = try self.names(in: folder, withHidden: true)
      } catch {
        found.unreadable.append((folder, error.reason))
        continue
      }
      found.folders.append(folder)
      for name in names {
        let full = folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
        let isWanted = FilePath.ends(name, in: suffixes)
        guard var facts = Platform.facts(at: full, followsLinks: false) else {
          found.unreadable.append((full, Platform.lastError))
          continue
        }
        let kind = facts.st_mode & S_IFMT
        if isHidden(name) {
          if isWanted || kind == S_IFDIR { found.skipped.append((full, .hidden)) }
        } else if kind == S_IFDIR {
          if name == "node_modules" { found.skipped.append((full, .packages)) } else { todo.append(full) }
        } else if kind == S_IFLNK, unsafe stat(FilePath.native(full), &facts) != 0 {
          if isWanted { found.unreadable.append((full, brokenLink(errno))) }
        } else if facts.st_mode & S_IFMT == S_IFDIR {
          found.skipped.append((full, .linkToFolder))
        } else if isWanted {
          found.files.append(full)
        }
      }
    }
    func isBefore(_ one: String, _ other: String) -> Bool {
      FilePath.bytes(of: one).lexicographicallyPrecedes(FilePath.bytes(of: other))
    }
    found.files.sort(by: isBefore)
    found.folders.sort(by: isBefore)
    found.skipped.sort { isBefore($0.path, $1.path) }
    found.unreadable.sort { isBefore($0.path, $1.path) }
    return found
  }

  /// The names in a folder, in the order of their bytes; names of folders end in a slash.
  static func list(_ path: String) throws(InputError) -> [String] {
    let names = try names(in: path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return names.map { name in
      let full = path.utf8.last == UInt8(ascii: "/") ? path + name : path + "/" + name
      return (try? kind(full)) == .folder ? name + "/" : name
    }
  }

  /// The readers of a new folder.
  enum Readers {
    case owner
    /// All users whom the system allows by default.
    case shared
  }

  /// Creates a folder and its missing parents. Errors are ignored: they show when a file is written there.
  static func make(_ path: String, readers: Readers = .owner) {
    let mode: mode_t = readers == .owner ? 0o700 : 0o777
    for index in path.utf8.indices where path.utf8[index] == UInt8(ascii: "/") && index != path.startIndex {
      _ = unsafe mkdir(FilePath.native(String(path[..<index])), mode)
    }
    _ = unsafe mkdir(FilePath.native(path), mode)
  }

  /// The reason why a link cannot be followed, by the number of the error.
  static func brokenLink(_ failure: CInt) -> String {
    failure == ENOENT ? "it is a broken link" : Platform.reason(failure)
  }

  private static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

  /// The names in a folder; hidden ones only if requested.
  static func names(in path: String, withHidden: Bool = false) throws(InputError) -> [String] {
    guard let folder = unsafe opendir(FilePath.native(path)) else { throw InputError(reason: Platform.lastError) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(folder) else {
        // The end looks like an error except for `errno`.
        if errno != 0 { throw InputError(reason: Platform.lastError) }
        return names
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          unsafe FilePath.text(of: UnsafeBufferPointer(start: start, count: 256).prefix { $0 != 0 })
        }
      }
      if name != ".", name != "..", withHidden || !isHidden(name) { names.append(name) }
    }
  }
}
