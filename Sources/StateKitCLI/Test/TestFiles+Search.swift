extension TestFiles {
  /// The scripts that are tests, and the result of the search.
  struct Search {
    var scripts: [TestPath] = []
    var failures: [Failure] = []
    var skipped = SkippedFiles()
  }

  /// The scripts that are named, or are in the named folders, each once.
  static func scripts(of operands: [String]) -> Search {
    var found = Search()
    var known: Set<[UInt8]> = []
    for path in operands {
      // What is not there is told when it is opened.
      switch path == "-" ? .file : (try? Folder.kind(path)) ?? .file {
      case .file:
        guard known.insert(Reach.key(of: path)).inserted else { continue }
        found.scripts.append(TestPath(path: path, reach: Reach(file: path), isFound: false))
      case .folder:
        let files = FolderFiles(below: path)
        for path in files.scripts where known.insert(Reach.key(of: path)).inserted {
          found.scripts.append(TestPath(path: path, reach: files.reach, isFound: true))
        }
        found.skipped.add(files.skipped)
        // A chart is read only if a script is for it.
        found.failures += files.unreadable.filter { !FolderFiles.endsAsChart($0.path) }
          .map { Failure(path: $0.path, reason: $0.reason) }
      }
    }
    return found
  }
}
