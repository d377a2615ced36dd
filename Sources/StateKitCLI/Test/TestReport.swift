import StateKitCore

/// A format for test results.
protocol TestReport {
  func text(of outcomes: [TestOutcome], counts: TestCounts) -> String
}

/// For people: the failures, then the counts.
struct TextTestReport: TestReport {
  let isVerbose: Bool
  let isQuiet: Bool
  let hasColor: Bool

  func text(of outcomes: [TestOutcome], counts: TestCounts) -> String {
    var out = ""
    for outcome in outcomes {
      if [.passed, .known].contains(outcome.status), !isVerbose { continue }
      let title = DisplayText.raw(outcome.title)
      switch outcome.status {
      case .passed: out += colored("ok", code: "32") + " \(title)\n"
      case .known: out += colored("known", code: "33") + " \(title)\n"
      case .skipped:
        if isQuiet { continue }
        out += colored("skipped", code: "33") + " \(title): \(DisplayText.raw(outcome.message))\n"
      // Its message is on standard error.
      case .error: break
      case .failed: out += colored("FAILED", code: "31") + " \(title)\n" + outcome.text + "\n"
      }
    }
    return isQuiet ? out : out + counts.summary + "\n"
  }

  private func colored(_ text: String, code: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The Test Anything Protocol, version 14.
struct TAPTestReport: TestReport {
  func text(of outcomes: [TestOutcome], counts: TestCounts) -> String {
    var out = "TAP version 14\n1..\(outcomes.count)\n"
    for (index, outcome) in outcomes.enumerated() {
      out += [.passed, .skipped].contains(outcome.status) ? "ok" : "not ok"
      out += " \(index + 1) - \(description(outcome.title))"
      // A known failure is a TODO.
      switch outcome.status {
      case .known: out += " # TODO known to fail\n"
      case .skipped: out += " # SKIP \(description(outcome.message))\n"
      case .passed, .failed, .error: out += "\n"
      }
      if !outcome.status.isFailure { continue }
      out += "  ---\n"
      out += "  message: \(DisplayText.quoted(outcome.message))\n"
      out += "  at: \(DisplayText.quoted(outcome.position.text))\n"
      out += "  data: |\n"
      for line in outcome.text.split(separator: "\n", omittingEmptySubsequences: false) { out += "    \(line)\n" }
      out += "  ...\n"
    }
    return out
  }

  /// `#` begins a directive, `\` an escape.
  private func description(_ title: String) -> String {
    var out = ""
    for scalar in DisplayText.raw(title).unicodeScalars {
      if scalar == "#" || scalar == "\\" { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }
}

/// JUnit XML for continuous integration: a suite for each script.
struct JUnitTestReport: TestReport {
  func text(of outcomes: [TestOutcome], counts: TestCounts) -> String {
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    out += "<testsuites tests=\"\(counts.all)\" failures=\"\(counts.failed)\" errors=\"\(counts.errors)\""
    out += " skipped=\"\(counts.known + counts.skipped)\">\n"
    var start = 0
    while start < outcomes.count {
      var end = start
      while end < outcomes.count, outcomes[end].script.utf8.elementsEqual(outcomes[start].script.utf8) { end += 1 }
      let suite = outcomes[start..<end]
      let failed = suite.count { $0.status == .failed }
      let skipped = suite.count { $0.status == .known || $0.status == .skipped }
      out +=
        "  <testsuite name=\"\(escaped(DisplayText.raw(suite[start].script)))\" tests=\"\(suite.count)\" failures=\"\(failed)\""
      out += " errors=\"\(suite.count { $0.status == .error })\" skipped=\"\(skipped)\">\n"
      for outcome in suite { out += testCase(outcome) }
      out += "  </testsuite>\n"
      start = end
    }
    return out + "</testsuites>\n"
  }

  private func testCase(_ outcome: TestOutcome) -> String {
    let name = escaped(DisplayText.raw(outcome.name ?? outcome.script))
    var out = "    <testcase classname=\"\(escaped(DisplayText.raw(outcome.script)))\" name=\"\(name)\""
    switch outcome.status {
    case .passed: return out + "/>\n"
    case .known: return out + "><skipped message=\"known to fail\"/></testcase>\n"
    case .skipped: return out + "><skipped message=\"\(escaped(DisplayText.raw(outcome.message)))\"/></testcase>\n"
    case .failed, .error:
      let kind = outcome.status == .error ? "error" : "failure"
      out += ">\n      <\(kind) message=\"\(escaped(DisplayText.raw(outcome.message)))\">"
      out += "\(escaped(DisplayText.raw(outcome.position.text)))\n\(escaped(outcome.text))"
      return out + "</\(kind)>\n    </testcase>\n"
    }
  }

  /// Escapes a text for XML; characters that XML forbids are escaped already.
  private func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "\n": out += "\n"
      case "\u{FFFE}", "\u{FFFF}": out += "\u{FFFD}"
      default: out += scalar.value < 0x20 ? DisplayText.raw(String(scalar)) : String(scalar)
      }
    }
    return out
  }
}

/// JSON Lines: a test a line, then the counts. New versions only add fields.
struct JSONLinesTestReport: TestReport {
  func text(of outcomes: [TestOutcome], counts: TestCounts) -> String {
    var out = ByteBuffer()
    for outcome in outcomes {
      out.append("{")
      out.append(string: "kind", value: "test")
      out.append(string: "script", value: outcome.script)
      if let name = outcome.name { out.append(string: "name", value: name) }
      out.append(string: "status", value: outcome.status.rawValue)
      if outcome.status == .skipped { out.append(string: "message", value: outcome.message) }
      if outcome.status.isFailure {
        out.append(string: "message", value: outcome.message)
        out.append(string: "file", value: outcome.position.file)
        if outcome.position.line > 0 {
          out.append(number: "line", value: outcome.position.line)
          out.append(number: "column", value: outcome.position.column)
        }
        out.append(string: "text", value: outcome.text)
      }
      out.append("}\n")
    }
    out.append("{")
    out.append(string: "kind", value: "summary")
    out.append(number: "tests", value: counts.all)
    out.append(number: "scripts", value: counts.scripts)
    out.append(number: "passed", value: counts.passed)
    out.append(number: "failed", value: counts.failed)
    out.append(number: "known", value: counts.known)
    out.append(number: "skipped", value: counts.skipped)
    out.append(number: "errors", value: counts.errors)
    out.append("}\n")
    return out.text
  }
}
