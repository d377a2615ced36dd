import StateKitCore
import StateKitEditor

/// The charts and scripts that are watched, and their dependencies.
struct WatchedFiles {
  enum Kind {
    case chart
    case script
    /// A file of another kind in a folder: checked again when it changes.
    case other(Folder.Skip)
    /// Another file names it, but must not read it.
    case refused
    /// A file of the command line that is missing, or that is not a regular file: such a file is not opened.
    case unreadable(String)
  }

  struct File {
    let path: String
    let kind: Kind
    /// Limits where it may be; nil if it is named on the command line.
    let reach: Reach?
    /// The chart of a script, the children of a chart.
    let needs: [String]

    var isScript: Bool { if case .script = kind { true } else { false } }
    var isChart: Bool { if case .chart = kind { true } else { false } }

    /// The folders of files that it may name.
    var reachOfNeeds: Reach { reach ?? Reach(file: path) }
  }

  private(set) var files: [File] = []
  /// The files that the last update skipped.
  private(set) var skipped = SkippedFiles()
  /// The files and folders that the last update could not read.
  private(set) var unreadable: [(path: String, reason: String)] = []
  private var entered: [String] = []
  private var versions: [[UInt8]: FileVersion] = [:]
  private let operands: [String]
  private let streams: Streams

  init(_ operands: [String], streams: Streams) {
    self.operands = operands
    self.streams = streams
  }

  /// The folders that are searched, and those of the files.
  var folders: [String] {
    let homes = files.map { file in
      let folder = FilePath.folder(of: file.path)
      return folder.isEmpty ? "." : folder
    }
    return (entered + homes).distinct { FilePath.bytes(of: $0) }
  }

  /// Checks all files again. Returns new, changed and removed ones, and those that depend on them, sorted by name.
  mutating func update() -> [File] {
    var candidates = candidates()
    var now: [[UInt8]: FileVersion] = [:]
    var found: [File] = []
    var known: Set<[UInt8]> = []
    var changed: Set<[UInt8]> = []
    let before = Dictionary(files.map { (FilePath.bytes(of: $0.path), $0) }) { first, _ in first }
    var next = 0
    while next < candidates.count {
      let candidate = candidates[next]
      next += 1
      let key = FilePath.bytes(of: candidate.path)
      guard known.insert(key).inserted else { continue }
      let version = FileVersion(candidate.path)
      now[key] = version
      if version == versions[key], let file = before[key] {
        found.append(file)
      } else {
        changed.insert(key)
        found.append(look(at: candidate))
      }
      guard let file = found.last, !file.needs.isEmpty else { continue }
      let reach = file.reachOfNeeds
      candidates += file.needs.map { InputFile(path: $0, reach: reach) }
    }
    for key in versions.keys where now[key] == nil { changed.insert(key) }
    (files, versions) = (found, now)
    for file in files {
      switch file.kind {
      case .other(let reason): skipped.add(file.path, reason: reason)
      case .unreadable(let reason): unreadable.append((file.path, reason))
      case .chart, .script, .refused: break
      }
    }
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

  /// The files of the command line, and those in its folders.
  private mutating func candidates() -> [InputFile] {
    (entered, skipped, unreadable) = ([], SkippedFiles(), [])
    var candidates: [InputFile] = []
    for operand in operands {
      if (try? Folder.kind(operand)) == .folder {
        let files = FolderFiles(below: operand)
        entered += files.folders
        skipped.add(files.skipped)
        unreadable += files.unreadable
        candidates += (files.charts + files.scripts).map { InputFile(path: $0, reach: files.reach, isFound: true) }
      } else {
        candidates.append(InputFile(path: operand))
        candidates += relatives(of: operand)
      }
    }
    return candidates
  }

  /// The scripts beside a chart that belong to it.
  private func relatives(of path: String) -> [InputFile] {
    if TestFiles.base(of: path) != nil { return [] }
    let folder = FilePath.folder(of: path)
    let reach = Reach(file: path)
    let names = (try? Folder.list(folder.isEmpty ? "." : folder)) ?? []
    return names.filter(FolderFiles.isScript).map { InputFile(path: folder + $0, reach: reach) }.filter { script in
      look(at: script).needs.contains { $0.utf8.elementsEqual(path.utf8) }
    }
  }

  /// Throws if a path of the command line leads to neither a regular file nor a folder. To open a pipe would block.
  static func check(_ path: String) throws(InputError) {
    _ = try Folder.kind(path)
    if Reach.isSpecial(path) { throw .notRegular }
  }

  private func look(at file: InputFile) -> File {
    let isScript = TestFiles.base(of: file.path) != nil
    func made(_ kind: Kind, needs: [String] = []) -> File {
      File(path: file.path, kind: kind, reach: file.reach, needs: needs)
    }
    do throws(InputError) {
      if file.reach == nil { try Self.check(file.path) }
    } catch {
      return made(.unreadable(error.reason))
    }
    guard case .text(let source) = ChartLoading.open(file.path, streams: streams, within: file.reach) else {
      // Files that are named or found on the command line are reported by the command that reads them.
      return made(file.reach != nil && !file.isFound ? .refused : isScript ? .script : .chart)
    }
    let folder = FilePath.folder(of: file.path)
    func located(_ name: String) -> String { FilePath.path(to: name, from: folder) }
    if isScript {
      let chart = ScriptDocument(source).chartFile.map(located) ?? TestFiles.chartPath(of: file.path)
      return made(.script, needs: chart.map { [$0] } ?? [])
    }
    if file.isFound, let reason = FolderFiles.skip(file.path, in: source) { return made(.other(reason)) }
    return made(.chart, needs: ChartDocument(source).charts.flatMap(\.children).compactMap(\.file).map(located))
  }
}
