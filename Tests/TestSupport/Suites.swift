package import Foundation
import Testing

/// The test suites of others, which are no part of the project: `STATEKIT_SUITES` names the folder that holds them.
package enum Suites {
  /// The folder of all suites; nil where none is named.
  package static let folder = ProcessInfo.processInfo.environment["STATEKIT_SUITES"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, relativeTo: Repository.root) }

  package static let areNamed = folder != nil

  /// What a test that needs a suite says where none is named.
  package static let howToRun: Comment =
    "suites of others are no part of the project; make conformance SUITES=DIR runs them"

  /// The folder of one suite. A suite that is named and not there fails the test.
  package static func folder(of suite: String) throws -> URL {
    let all = try #require(folder, howToRun)
    let url = all.appendingPathComponent(suite)
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    try #require(names?.isEmpty == false, "STATEKIT_SUITES names a folder without \(suite): \(url.path)")
    return url
  }
}
