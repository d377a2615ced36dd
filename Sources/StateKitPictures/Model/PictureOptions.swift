package import StateKitCore

/// The part of a chart to draw, and its details.
package struct PictureOptions: Sendable {
  /// The outermost state.
  package var part = StateID.root
  /// States deeper than this below it are folded into their ancestors; nil folds none.
  package var depth: Int?
  /// True to leave out the lines of the outermost state that lead out of it: a drawing around it has arrows for them.
  package var isInside = false
  package var showsActions = true
  package var showsGuards = true
  /// True to show descriptions and tags in boxes.
  package var showsNotes = false
  package var marks = PictureMarks()
  /// A picture with more states or handlers is refused.
  package var limits = PictureLimits()

  package init() {}
}

/// The largest size of a picture.
package struct PictureLimits: Sendable {
  package var states = InputLimits.pictureStates
  package var handlers = InputLimits.pictureHandlers

  package init() {}

  /// The limits of a picture with a layout.
  package static let drawn: PictureLimits = {
    var limits = PictureLimits()
    limits.states = InputLimits.drawnStates
    limits.handlers = InputLimits.drawnHandlers
    return limits
  }()
}

/// The reason why a picture cannot be built.
package struct PictureError: Error {
  private let fact: String

  init(count: Int, what: String, limit: Int) {
    fact = "the picture would have \(DisplayText.grouped(count)) \(what), more than \(DisplayText.grouped(limit))"
  }

  /// The layout was given up.
  init(mostSteps: Int) {
    fact = "the layout of the picture would take more than \(DisplayText.grouped(mostSteps)) steps"
  }

  /// The message: the fact, then the fix.
  package var message: String { "\(fact), the limit: --depth N folds what is deeper, --state S shows a part" }
}

/// The results of a run and of tests of a chart.
package struct PictureMarks: Sendable {
  /// The active states at the end of a run; nil without a run.
  package var configuration: Configuration?
  /// The coverage of that run.
  package var run: CoverageCounts?
  /// The coverage of tests.
  package var coverage: CoverageCounts?

  package init() {}

  var layers: PictureLayers { PictureLayers(hasRun: configuration != nil || run != nil, hasCoverage: coverage != nil) }

  func state(_ state: StateID) -> PictureMark {
    let index = state.index
    func entered(_ counts: CoverageCounts) -> UInt32 {
      counts.restored.isEmpty
        ? counts.entered[index] : counts.entered[index] &+ counts.restored[index] &+ counts.unrecorded[index]
    }
    return PictureMark(
      isActive: configuration?.isActive(state) ?? false, isOnPath: run.map { entered($0) > 0 } ?? false,
      count: coverage.map(entered))
  }

  func handler(_ index: Int) -> PictureMark {
    PictureMark(isOnPath: run.map { $0.taken[index] > 0 } ?? false, count: coverage.map { $0.taken[index] })
  }

  /// The mark of an arrow without a count of its own: the lower count of its two ends.
  func way(from source: StateID, to target: StateID) -> PictureMark {
    let (one, other) = (state(source), state(target))
    var mark = PictureMark(isOnPath: one.isOnPath && other.isOnPath)
    if let count = one.count, let more = other.count { mark.count = min(count, more) }
    return mark
  }
}
