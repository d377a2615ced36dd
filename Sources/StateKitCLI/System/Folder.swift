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
    guard unsafe stat(FilePath.native(path), &facts) == 0 else { throw InputError(reason: Platform.lastError) }
    return facts.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// What was found below a folder.
  struct Found {
    /// The files, in the order of their names' bytes.
    var files: [String] = []
    /// What could not be looked at, and why.
    var unreadable: [(path: String, reason: String)] = []
  }

  /// The files below a folder that end in one of the suffixes. Folders behind symbolic links are not entered, so that there
  /// is an end.
  static func files(below path: String, ending suffixes: [String]) -> Found {
    var found = Found()
    var todo = [path]
    while let folder = todo.popLast() {
      let names: [String]
      do throws(InputError) {
        names = try self.names(in: folder)
      } catch {
        found.unreadable.append((folder, error.reason))
        continue
      }
      for name in names {
        let full = folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
        var facts = stat()
        if unsafe lstat(FilePath.native(full), &facts) != 0 {
          found.unreadable.append((full, Platform.lastError))
        } else if facts.st_mode & S_IFMT == S_IFDIR {
          todo.append(full)
        } else if suffixes.contains(where: {
          name.utf8.count > $0.utf8.count && name.utf8.suffix($0.utf8.count).elementsEqual($0.utf8)
        }) {
          found.files.append(full)
        }
      }
    }
    found.files.sort { FilePath.bytes(of: $0).lexicographicallyPrecedes(FilePath.bytes(of: $1)) }
    found.unreadable.sort { FilePath.bytes(of: $0.path).lexicographicallyPrecedes(FilePath.bytes(of: $1.path)) }
    return found
  }

  /// The folders below a folder, but for those behind symbolic links.
  static func folders(below path: String) -> [String] {
    var found: [String] = []
    var todo = [path]
    while let folder = todo.popLast() {
      for name in (try? names(in: folder)) ?? [] {
        let full = folder.utf8.last == UInt8(ascii: "/") ? folder + name : folder + "/" + name
        var facts = stat()
        guard unsafe lstat(FilePath.native(full), &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { continue }
        found.append(full)
        todo.append(full)
      }
    }
    return found
  }

  /// The names in a folder, in the order of their bytes; those of folders end in a slash.
  static func list(_ path: String) throws(InputError) -> [String] {
    let names = try names(in: path).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return names.map { name in
      let full = path.utf8.last == UInt8(ascii: "/") ? path + name : path + "/" + name
      return (try? kind(full)) == .folder ? name + "/" : name
    }
  }

  /// Whom a folder is made for.
  enum Readers {
    case owner
    /// Whoever the system lets look at files by default.
    case shared
  }

  /// Makes a folder and those above it, those that are missing. What cannot be made shows when something is put there.
  static func make(_ path: String, _ readers: Readers = .owner) {
    let mode: mode_t = readers == .owner ? 0o700 : 0o777
    for index in path.utf8.indices where path.utf8[index] == UInt8(ascii: "/") && index != path.startIndex {
      _ = unsafe mkdir(FilePath.native(String(path[..<index])), mode)
    }
    _ = unsafe mkdir(FilePath.native(path), mode)
  }

  /// The names in a folder; hidden ones only where they are asked for.
  static func names(in path: String, withHidden: Bool = false) throws(InputError) -> [String] {
    guard let folder = unsafe opendir(FilePath.native(path)) else { throw InputError(reason: Platform.lastError) }
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
        unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          unsafe FilePath.text(of: UnsafeBufferPointer(start: start, count: 256).prefix { $0 != 0 })
        }
      }
      if withHidden || name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
  }
}
