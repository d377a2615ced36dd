import StateKitCore
import StateKitSearch

extension ProgressLine {
  /// Shows the progress of an exploration.
  func show(_ progress: Explorer.Progress) {
    show { elapsed in
      let rate = Int64(progress.states) * 1_000 / max(1, elapsed)
      return "depth \(progress.depth), \(DisplayText.grouped(progress.states)) states, "
        + "\(DisplayText.grouped(progress.waiting)) waiting, \(DisplayText.grouped(Int(rate))) a second, "
        + "\(progress.bytes >> 20) MiB"
    }
  }
}
