import Foundation

/// Very many of one thing: timers that are due at one moment, bad lines of a script.
extension HostileTests {
  static let crowds: [Case] = [
    Case(
      name: "a page of a chart in which more and more equal timers wait",
      line: "$STATEKIT show --format html c.json | grep -c '<html'",
      chart: {
        let sends = ["a", "b"].map { #"{"send":"x","id":"\#($0)","delay":"5s"}"# }.joined(separator: ",")
        return Data(#"{"root":{"go":{"actions":[\#(sends)]}}}"#.utf8)
      }, status: 0),
    Case(
      name: "a search of a chart in which more and more equal timers wait",
      line: "$STATEKIT explore --states 100 c.json",
      chart: {
        let sends = ["a", "b"].map { #"{"send":"x","id":"\#($0)","delay":"5s"}"# }.joined(separator: ",")
        return Data(#"{"root":{"go":{"actions":[\#(sends)]},"x":{"actions":"y"}}}"#.utf8)
      }, status: 0),
    Case(
      name: "two million bad lines of a script",
      line: "(printf ':chart c.json\\n'; yes ':x' | head -n 2000000) >b.events.txt; "
        + "(ulimit -v 500000; $STATEKIT test b.events.txt | tail -n 1)",
      chart: { Data(#"{"root":{"go":{"actions":"x"}}}"#.utf8) }, status: 1, says: ["1 failed"], isLarge: true,
      seconds: 20),
  ]
}
