import StateKitCore

/// The arguments of a command, understood. A property has its default until an option of the command line changes it; of an
/// option that stands there several times the last one counts, where they are not collected.
struct Arguments: Sendable {
  var operands: [String] = []

  var traceFormat = TraceFormat.text
  var findingsFormat = FindingsFormat.text
  var resultsFormat = ResultsFormat.text
  /// nil where `--coverage-format` is not there.
  var coverageFormat: CoverageFormat?
  var answerFormat = AnswerFormat.text
  var pageFormat = PageFormat.text
  var color = ColorChoice.auto
  var isQuiet = false
  var isVerbose = false
  var isStrict = false

  var reading = ChartReading()

  /// What `convert` writes; nil where `--to` is not there.
  var target: ConversionTarget?
  /// What cannot be said in that notation is left out.
  var isLossy = false
  /// The file that a result is written to; nil for standard output.
  var output: String?

  /// `why` ends with 1 where the event would not be handled.
  var checksHandled = false

  var settings: [Setting] = []
  /// What stands in for the host.
  var guards: [HostOption] = []
  var delays: [HostOption] = []
  var isRealtime = false
  var showsAllRounds = false
  /// The file that a run is recorded in; `-` is standard output.
  var record: String?
  /// The state files that a run begins with, and that its end is written to.
  var fromState: String?
  var saveState: String?
  /// The file that keeps each line of a run, how it waits for the disk, and after how many lines a state file is written.
  var journal: String?
  var sync = SyncMode.batch
  var stateInterval = 10_000
  /// The file that says how state files of other charts are read.
  var migration: String?
  var isForced = false

  /// The script that a session begins with.
  var startScript: String?

  /// Scripts to check, in their order.
  var scripts: [String] = []

  var chart: String?
  var filter: String?
  /// nil: as many as there are processors.
  var jobs: Int?
  var blesses = false
  var known: String?
  var coverage = false
  /// In percent.
  var leastCoverage: Int?
  var shrinks = false
  var mutates = false
  var seed = 1
  /// nil: all of them.
  var mutants: Int?

  /// What is explored, and asked of it.
  var explore = ExploreArguments()
  /// What is drawn of a chart, and how.
  var show = ShowArguments()
  /// What is replayed, and how it is reported.
  var replay = ReplayArguments()
  /// What two charts are compared by.
  var comparesBy = ComparedBy.outputs
  /// States that have another name in the second chart: `old=new`.
  var renames: [String] = []

  /// What is changed in files, and how.
  var editing = EditArguments()

  var maxSteps: Int
  var maxCost: Int
  /// In bytes.
  var maxMemory: Int

  /// In bytes.
  var maxOutput = 1 << 30

  /// The picture that `watch` draws.
  var watchShow: String?

  var wantsHelp = false
  var wantsVersion = false

  init() {
    let limits = Limits()
    maxSteps = limits.steps
    maxCost = limits.cost
    maxMemory = limits.memory.limit
  }

  /// What decides, beside a chart and lines, what a run does, as on a command line.
  var meaning: [String] {
    let usual = Limits()
    var words = settings.map { "--set \($0.path)=\($0.value.json)" }
    words += guards.map { "--guard \(DisplayText.name($0.name))=\($0.text)" }
    words += delays.map { "--delay \(DisplayText.name($0.name))=\($0.text)" }
    if maxSteps != usual.steps { words.append("--max-steps \(maxSteps)") }
    if maxCost != usual.cost { words.append("--max-cost \(maxCost)") }
    if maxMemory != usual.memory.limit { words.append("--max-memory \(maxMemory)") }
    return words
  }

  /// Folders in which the command may write files.
  func writtenFolders(_ key: Command.Key) -> [String] {
    var paths = [output, record, saveState, journal, replay.deviations].compactMap { $0 } + explore.cover
    if let folder = explore.scripts { paths.append(folder + "/") }
    switch key {
    case .fmt, .rename, .new, .repl: paths += operands
    case .validate where editing.fixes: paths += operands + scripts
    case .test where blesses || shrinks: paths += operands
    default: break
    }
    var folders: [String] = []
    for path in paths where path != "-" {
      folders.append(FilePath.folder(of: path))
      // Where a link leads, or what is in a folder.
      let home = Reach.home(of: path)
      if !home.utf8.elementsEqual(FilePath.folder(of: path).utf8) { folders.append(home) }
      if (try? Folder.kind(path)) == .folder {
        folders += Folder.walk(path, ending: []).folders.map { $0.utf8.last == UInt8(ascii: "/") ? $0 : $0 + "/" }
      }
    }
    var known: Set<[UInt8]> = []
    return folders.filter { known.insert(FilePath.bytes(of: $0)).inserted }
  }

  /// The limits of a run, with a pool of memory of their own.
  var limits: Limits {
    var limits = Limits()
    limits.steps = maxSteps
    limits.cost = maxCost
    limits.memory = MemoryPool(limit: maxMemory)
    return limits
  }
}
