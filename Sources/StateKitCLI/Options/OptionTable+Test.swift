extension Option {
  static let resultsFormat = Option(
    "format", value: \.resultsFormat, as: .word, help: "the format of the results",
    details: """
      text shows each failure with its line and what was expected. tap is the Test Anything Protocol, version 14; \
      junit is the XML that build servers read; jsonl is one JSON object for each test; github writes annotations \
      that GitHub Actions shows in a pull request.
      """)
  static let chart = Option(
    "chart", optional: \.chart, as: .chart, help: "use this chart for all scripts",
    details: """
      Without this option the chart of a script is named by its `:chart` line, or is the file beside it with the same \
      name and the ending .json.
      """)
  static let filter = Option(
    "filter", optional: \.filter, as: .text("TEXT", completes: .testNames),
    help: "run only tests with TEXT in script or name",
    details: "TEXT is not a pattern, and case matters. Skipped tests are not counted.")
  static let jobs = Option(
    "jobs", optional: \.jobs, as: .number(1...1_024).defaulting(to: "one for each processor"),
    help: "the number of scripts that run at the same time",
    details:
      "Each script runs on one thread. The results are in the order of the scripts, and the same for every number.")
  static let bless = Option(
    "bless", flag: \.blesses, help: "update recorded traces, and show the changes",
    details: """
      A recorded trace is a file beside the script with the ending .trace.txt. It is replaced by the trace of this run, \
      and the changes are shown. Check them before you commit.
      """)
  static let known = Option(
    "known", optional: \.known, as: .file, help: "a list of tests that are known to fail",
    details: """
      Each line of the file is NAME: REASON. A listed test may fail without making the exit status 1. If it passes, the exit status is 1, so that you remove \
      its line.
      """)
  static let coverage = Option(
    "coverage", flag: \.coverage, help: "list what the tests reach in each chart",
    details: """
      Coverage counts states, handlers, guards, timers, history and host work. For each missed part a shortest script that reaches it is \
      shown, if one was found. With another --format than text, the list goes to standard error.
      """)
  static let coverageFormat = Option(
    "coverage-format", optional: \.coverageFormat, as: .word, help: "the format of the coverage",
    details: """
      Implies --coverage. lcov is the format that editors and genhtml read. With \
      json or lcov, the coverage goes to standard output and the results of the tests go to standard error.
      """)
  static let coverageMin = Option(
    "coverage-min", optional: \.leastCoverage, as: .number(0...100),
    help: "fail if the tests reach less than N percent",
    details: "If any chart is below N percent, the exit status is 1.")
  static let shrink = Option(
    "shrink", flag: \.shrinks, help: "write each failing test as a shorter test",
    details: """
      Lines are removed as long as the test fails with the same message. The result is NAME.shrunk.txt beside the script. That file is not run as a test: copy \
      its lines into a script to keep them.
      """)
  static let mutate = Option(
    "mutate", flag: \.mutates, help: "list changes to the chart that no test notices",
    details: """
      A mutant is the chart with one change: a negated guard, a missing action, another target. A mutant that passes all \
      tests shows what the tests do not check. All tests must pass first.
      """)
  static let seed = Option(
    "seed", value: \.seed, as: .number(1...Int.max), help: "the seed with which --count chooses mutants",
    details: "The same seed chooses the same mutants on every computer. Without --count the seed has no effect.")
  static let count = Option(
    "count", optional: \.mutants, as: .number(1...Int.max).defaulting(to: "all"),
    help: "the maximum number of mutants of each chart",
    details: "The mutants are chosen evenly from the whole chart, by --seed.")
  static let verbose = Option(
    "verbose", flag: \.isVerbose, help: "list every test, and every skipped file",
    details: """
      Only for the format text; other formats always list every test. A line begins with ok, known or FAILED. Skipped files are \
      listed on standard error, each with its reason.
      """)
  static let quietTests = Option(
    "quiet", flag: \.isQuiet, help: "write only failures",
    details: "No summary and no progress. If all tests pass, the text format writes nothing and the exit status is 0.")
}
