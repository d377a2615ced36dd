internal import Foundation

/// How much the tests try. `make test` ends within a minute of work, so it tries a part of what takes long;
/// `make test-long` sets `STATEKIT_LONG` and tries all of it.
package enum Extent {
  package static let isLong = !(ProcessInfo.processInfo.environment["STATEKIT_LONG"] ?? "").isEmpty

  /// How often something is tried: `usual` times in `make test`, `long` times in `make test-long`.
  package static func count(_ usual: Int, long: Int) -> Int { isLong ? long : usual }

  /// Every `distance`th of the cases, or all of them where they are wanted.
  package static func some<Case>(of cases: [Case], every distance: Int, allOf isAll: Bool = isLong) -> [Case] {
    isAll ? cases : cases.enumerated().filter { $0.offset.isMultiple(of: distance) }.map(\.element)
  }
}
