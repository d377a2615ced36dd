import Foundation

/// Charts and logs that are short, and whose paths and payloads are long.
extension HostileTests {
  /// Many states in states, with long names.
  private static func nested(_ count: Int, open: String, inner: String, close: String) -> String {
    let name = String(repeating: "n", count: 1000)
    let opened = (0..<count).map { open.replacingOccurrences(of: "NAME", with: "\(name)\($0 % 10)") }
    return opened.joined() + inner + String(repeating: close, count: count)
  }

  private static let oneName =
    #"{"root":{"subStates":{"#
    + nested(400, open: #""NAME":{"subStates":{"#, inner: #""n":{}"#, close: "}}") + "}}}"

  static let paths: [Case] = [
    Case(
      name: "ids of XState that are long paths",
      chart: {
        let states = nested(400, open: #""NAME":{"initial":"x","states":{"#, inner: #""x":{}"#, close: "}}")
        return Data((#"{"id":"m","initial":"x","states":{"# + states + "}}").utf8)
      }, says: ["more than 64 MiB together"]),
    Case(
      name: "ids of SCXML that are long paths", line: "$STATEKIT convert --to scxml --lossy c.json",
      chart: { Data(oneName.utf8) }, says: ["more than 64 MiB together"]),
    Case(
      name: "a picture of long paths", line: "$STATEKIT show --format tree c.json", chart: { Data(oneName.utf8) },
      says: ["bytes in the paths of its states"]),
    Case(
      name: "a long name that each payload repeats",
      line: "{ printf c,e,; head -c 1025 /dev/zero | tr '\\0' k; echo; echo 1,e,x; } | "
        + "$STATEKIT replay c.json - --case c --event e --data-rest -q",
      chart: { Data(#"{"root": {"initial": "a", "subStates": {"a": {"go": "b"}, "b": {"go": "a"}}}}"#.utf8) },
      says: ["has 1025 bytes, the limit is 1024"]),
  ]
}
