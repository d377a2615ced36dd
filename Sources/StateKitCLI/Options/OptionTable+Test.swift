/// The options of `test`.
extension Option {
  static let resultsFormat = Option(
    \.resultsFormat, "format", .word, "how results are written",
    details: """
      Text names what failed, with the line and what was expected. tap is the Test Anything Protocol, version 14; \
      junit is the XML that build servers read; jsonl is one JSON object for each test; github writes annotations \
      that GitHub Actions shows in a pull request.
      """)
  static let chart = Option(
    optional: \.chart, "chart", .chart, "the chart of all scripts, whatever they name",
    details: """
      Without this option a script is for the chart of its `:chart` line, or for the file beside it that has its \
      name and ends in .json.
      """)
  static let filter = Option(
    optional: \.filter, "filter", .text("TEXT", completes: .testNames),
    "run only tests whose script or name holds this",
    details: "TEXT is no pattern: it is looked for as it is, with its case. Tests that are left out are not counted.")
  static let jobs = Option(
    optional: \.jobs, "jobs", short: "j", .number(1...1_024), "how many scripts run at the same time",
    defaultText: "one for each processor",
    details:
      "Each script runs on one thread. The results come in the order of the scripts, and are the same for every number."
  )
  static let bless = Option(
    \.blesses, "bless", "write recorded traces that differ, and say what changed",
    details: """
      A recorded trace is a file beside the script that ends in .trace.txt. It is replaced by the trace of this run, \
      and what changed is shown; look at it before you commit it.
      """)
  static let known = Option(
    optional: \.known, "known", .file, "a file of tests that are known to fail, one a line, NAME: REASON",
    details: """
      A test of the file that fails does not make the exit status 1. One that passes does, so that its line is taken \
      out.
      """)
  static let coverage = Option(
    \.coverage, "coverage",
    "list what the tests reach in each chart, and what they miss; on the error stream beside other formats",
    details: """
      States, handlers, guards, timers, history and what the host does are counted. For what is missed a shortest script that gets there is \
      shown, where one was found.
      """)
  static let coverageFormat = Option(
    optional: \.coverageFormat, "coverage-format", .word,
    "how coverage is written; json and lcov alone on standard output",
    details: """
      The option counts coverage also without --coverage. lcov is the format that editors and genhtml read; with \
      json or lcov the results of the tests go to the error stream.
      """)
  static let coverageMin = Option(
    optional: \.leastCoverage, "coverage-min", .number(0...100),
    "fail where the tests reach less than N percent of a chart",
    details: "Each chart is judged alone. One below the number makes the exit status 1.")
  static let shrink = Option(
    \.shrinks, "shrink", "shorten each failing test, and write it beside its script as NAME.shrunk.txt",
    details: """
      Lines are taken out as long as the test fails with the same message. The file is no test of the next run: copy \
      from it what you want to keep.
      """)
  static let mutate = Option(
    \.mutates, "mutate", "change the charts in many ways, and list the changes that no test notices",
    details: """
      A mutant is the chart with one change: a guard negated, an action dropped, another target. One that passes all \
      tests shows what they do not check. All tests must pass first.
      """)
  static let seed = Option(
    \.seed, "seed", .number(1...Int.max), "the seed by which --count chooses mutants",
    details:
      "The same seed chooses the same mutants on every computer. Without --count all mutants are tried, and it changes nothing."
  )
  static let count = Option(
    optional: \.mutants, "count", .number(1...Int.max), "mutants of each chart at most", defaultText: "all",
    details: "Mutants are chosen evenly among all of the chart, by --seed.")
  static let verbose = Option(
    \.isVerbose, "verbose", short: "v", "name every test, not only those that failed, and what is skipped in folders",
    details: """
      For the format text; the other formats name every test always. A line begins with ok, known or FAILED. What is skipped is \
      named on standard error, each with its reason.
      """)
  static let quietTests = Option(
    \.isQuiet, "quiet", short: "q", "write failures only: no summary, no progress",
    details: "Where all tests pass nothing is written. The exit status says whether they did.")
}
