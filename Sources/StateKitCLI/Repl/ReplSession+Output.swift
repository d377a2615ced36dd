import CEL
import StateKitCore
import StateKitFormat

/// What a session writes.
extension ReplSession {
  /// A line on the output, behind the trace so far.
  func say(_ text: String) {
    write(DisplayText.raw(text) + "\n")
  }

  /// Several lines, each escaped already.
  func write(_ text: String) {
    trace.flush()
    streams.output.write(text.utf8.span)
  }

  func showWatches() {
    for watch in watches {
      var copy = machine
      do throws(DataModel.Failure) {
        say("  watch \(watch.text) = \(try copy.evaluate(watch.expression).json)")
      } catch {
        say("  watch \(watch.text): \(error.message)")
      }
    }
  }

  /// The deepest active states, as the prompt shows them.
  var shownConfiguration: String {
    if runner.isWaiting { return "not started" }
    let leaves = machine.configuration.leaves
    let shown = leaves.prefix(3).map { chart.shownReference($0) }.joined(separator: ", ")
    return leaves.count > 3 ? shown + ", …" : shown
  }
}
