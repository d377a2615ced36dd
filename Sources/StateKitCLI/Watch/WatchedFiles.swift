import StateKitCore
import StateKitEditor

/// The charts and scripts that are watched, and which of them rest on which.
struct WatchedFiles {
  struct File {
    let path: String
    let isScript: Bool
    /// The chart of a script, the children of a chart.
    let needs: [String]
  }

  private(set) var files: [File] = []
  private var versions: [[UInt8]: FileVersion] = [:]
  private let operands: [String]
  private let streams: Streams

  init(_ operands: [String], _ streams: Streams) {
    self.operands = operands
    self.streams = streams
  }

  /// The folders that files are looked for in, and those that files lie in.
  var folders: [String] {
    var found: [String] = []
    for operand in operands where (try? Folder.kind(operand)) == .folder {
      found.append(operand)
      found += Folder.folders(below: operand)
    }
    for file in files {
      let folder = FilePath.folder(of: file.path)
      found.append(folder.isEmpty ? "." : folder)
    }
    var known: Set<[UInt8]> = []
    return found.filter { known.insert(FilePath.bytes(of: $0)).inserted }
  }

  /// Looks at all files again; those that are new, changed or gone, and those that rest on them, in the order of their names.
  mutating func update() -> [File] {
    var paths: [String] = []
    for operand in operands {
      if (try? Folder.kind(operand)) == .folder {
        paths += Folder.files(below: operand, ending: ArgumentKind.chartEndings + ArgumentKind.testEndings).files
      } else {
        paths.append(operand)
        paths += relatives(of: operand)
      }
    }
    var now: [[UInt8]: FileVersion] = [:]
    var found: [File] = []
    var known: Set<[UInt8]> = []
    var changed: Set<[UInt8]> = []
    let before = Dictionary(files.map { (FilePath.bytes(of: $0.path), $0) }) { first, _ in first }
    var next = 0
    while next < paths.count {
      let path = paths[next]
      next += 1
      let key = FilePath.bytes(of: path)
      guard known.insert(key).inserted else { continue }
      let version = FileVersion(path)
      now[key] = version
      if version == versions[key], let file = before[key] {
        found.append(file)
      } else {
        changed.insert(key)
        found.append(look(at: path))
      }
      paths += found.last?.needs ?? []
    }
    for key in versions.keys where now[key] == nil { changed.insert(key) }
    (files, versions) = (found, now)
    var grows = !changed.isEmpty
    while grows {
      grows = false
      for file in files where !changed.contains(FilePath.bytes(of: file.path)) {
        guard file.needs.contains(where: { changed.contains(FilePath.bytes(of: $0)) }) else { continue }
        changed.insert(FilePath.bytes(of: file.path))
        grows = true
      }
    }
    return files.filter { changed.contains(FilePath.bytes(of: $0.path)) }
  }

  /// The scripts beside a chart that are for it.
  private func relatives(of path: String) -> [String] {
    if TestFiles.base(of: path) != nil { return [] }
    let folder = FilePath.folder(of: path)
    let names = (try? Folder.list(folder.isEmpty ? "." : folder)) ?? []
    return names.map { folder + $0 }.filter { script in
      let endings = ArgumentKind.testEndings
      guard endings.contains(where: { script.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }) else {
        return false
      }
      return look(at: script).needs.contains { $0.utf8.elementsEqual(path.utf8) }
    }
  }

  private func look(at path: String) -> File {
    let isScript = TestFiles.base(of: path) != nil
    let folder = FilePath.folder(of: path)
    func located(_ file: String) -> String { FilePath.path(to: file, from: folder) }
    guard let input = try? streams.open(path), let bytes = try? SourceFile.read(input, limit: InputLimits.chartBytes)
    else { return File(path: path, isScript: isScript, needs: []) }
    let source = SourceText(name: path, bytes: bytes)
    if isScript {
      let chart = ScriptDocument(source).chartFile.map(located) ?? TestFiles.base(of: path).map { $0 + ".json" }
      return File(path: path, isScript: true, needs: chart.map { [$0] } ?? [])
    }
    let children = ChartDocument(source).charts.flatMap(\.children).compactMap(\.file).map(located)
    return File(path: path, isScript: false, needs: children)
  }
}
