import StateKitAnalysis
package import StateKitCore

extension Explanation {
  /// All pages, in the order of the codes. The pages of rules are in the files of the rules.
  package static let all: [Explanation] = {
    let pages =
      json + structure + invoke + events + guards + expressions + names + foreign + documents + scripts + host + runs
      + exploring + Analyzer.pages
    return DiagnosticCode.allCases.flatMap { code in pages.filter { $0.code == code } }
  }()

  /// The page of a code.
  package static func of(_ code: DiagnosticCode) -> Explanation {
    all.first { $0.code == code }
      ?? Explanation(code, title: code.rawValue, meaning: "There is no page for this code.", wrong: "", fixed: "")
  }
}
