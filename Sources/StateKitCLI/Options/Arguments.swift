import StateKitCore

/// The parsed arguments of a command. A property has its default until an option changes it. If an option is
/// repeated, the last one counts, unless its values are collected.
struct Arguments: Sendable {
  var operands: [String] = []
  /// The names of the options that are given, without hyphens.
  private var given: [String] = []

  mutating func note(_ option: Option) { given.append(option.long) }

  /// True if an option is given, by its name without hyphens.
  func has(_ option: String) -> Bool { given.contains { $0.utf8.elementsEqual(option.utf8) } }

  var traceFormat = TraceFormat.text
  var findingsFormat = FindingsFormat.text
  var resultsFormat = ResultsFormat.text
  /// nil without `--coverage-format`.
  var coverageFormat: CoverageFormat?
  var answerFormat = AnswerFormat.text
  var pageFormat = PageFormat.text
  var color = ColorChoice.auto
  var isQuiet = false
  var isVerbose = false
  var isStrict = false

  var reading = ChartReading()

  var generate = GenerateArguments()

  /// The notation that `convert` writes; nil without `--to`.
  var target: ConversionTarget?
  /// Leaves out parts that the notation cannot express.
  var isLossy = false
  /// The file for the result; nil for standard output.
  var output: String?

  /// `why` has the status 1 if the event would not be handled.
  var checksHandled = false

  var settings: [Setting] = []
  /// The answers of the host.
  var guards: [HostOption] = []
  var delays: [HostOption] = []
  var isRealtime = false
  var showsAllRounds = false
  /// The file that a run is recorded in; `-` is standard output.
  var record: String?
  /// The state file from which a run resumes, and the one to which its end is written.
  var fromState: String?
  var saveState: String?
  /// The journal of a run, its sync mode, and the number of lines between state files.
  var journal: String?
  var sync = SyncMode.batch
  var stateInterval = 10_000
  /// The file with the migration of state files from other charts.
  var migration: String?
  var isForced = false

  /// The script that a session begins with.
  var startScript: String?

  /// Scripts to check, in their order.
  var scripts: [String] = []

  var chart: String?
  var filter: String?
  /// nil for the number of processors.
  var jobs: Int?
  var blesses = false
  var known: String?
  var coverage = false
  /// In percent.
  var leastCoverage: Int?
  var shrinks = false
  var mutates = false
  var seed = 1
  /// nil for all mutants.
  var mutants: Int?

  /// The options about programs.
  var program = ProgramArguments()
  var explore = ExploreArguments()
  var show = ShowArguments()
  var replay = ReplayArguments()
  /// The aspect by which two charts are compared.
  var comparesBy = ComparedBy.outputs
  /// States with another name in the second chart: `old=new`.
  var renames: [String] = []

  /// The options of commands that change files.
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

  /// The options, besides a chart and lines, that affect what a run does, as on a command line.
  var meaning: [String] {
    let usual = Limits()
    var words = settings.map { "--set \($0.path)=\($0.value.json)" }
    words += guards.map { "--guard \(DisplayText.name($0.name))=\($0.text)" }
    words += delays.map { "--delay \(DisplayText.name($0.name))=\($0.text)" }
    if program.host != nil { words.append("--host") }
    if isRealtime { words.append("--realtime") }
    if maxSteps != usual.steps { words.append("--max-steps \(maxSteps)") }
    if maxCost != usual.cost { words.append("--max-cost \(maxCost)") }
    if maxMemory != usual.memory.limit { words.append("--max-memory \(maxMemory)") }
    return words
  }

  /// Folders in which the command may write files.
  func writtenFolders(_ key: Command.Key) -> [String] {
    if editing.showsDiff || editing.checks { return [] }
    var paths = [output, record, saveState, journal, replay.deviations].compactMap { $0 } + explore.cover
    for case let folder? in [explore.scripts, replay.spill] { paths.append(folder + "/") }
    switch key {
    case .fmt, .rename, .docs: paths += operands
    case .repl: paths += operands.filter { (try? Folder.kind($0)) != .folder }
    case .new: paths += operands.map { $0 + ".json" }
    case .validate where editing.fixes: paths += operands + scripts
    case .test where blesses || shrinks: paths += operands
    default: break
    }
    var folders: [String] = []
    for path in paths where path != "-" {
      let folder = FilePath.folder(of: path)
      folders.append(folder)
      // The target of a link, or the content of a folder.
      let home = Reach.home(of: path)
      if !home.utf8.elementsEqual(folder.utf8) { folders.append(home) }
      if (try? Folder.kind(path)) == .folder {
        folders += Folder.walk(path, ending: []).folders.map { $0.utf8.last == UInt8(ascii: "/") ? $0 : $0 + "/" }
      }
    }
    return folders.distinct { FilePath.bytes(of: $0) }
  }

  /// The limits of a run, with a new pool of memory.
  var limits: Limits {
    var limits = Limits()
    limits.steps = maxSteps
    limits.cost = maxCost
    limits.memory = MemoryPool(limit: maxMemory)
    return limits
  }
}
