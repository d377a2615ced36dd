import Foundation

/// A trace in JSON Lines, as the text would show it, without margins.
struct JSONLinesText {
  private let chart: ModelChart
  private let states: [String: Int]

  init(_ chart: ModelChart) {
    self.chart = chart
    states = Dictionary(uniqueKeysWithValues: chart.states.indices.map { (chart.path($0).joined(separator: "."), $0) })
  }

  /// nil where a line is not what Trace.md says.
  func text(of lines: [String]) -> [String]? {
    var out: [String] = []
    for (number, line) in lines.enumerated() {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let trace = object["trace"] as? [[String: Any]], object["step"] as? Int == number,
        let configuration = object["configuration"] as? [String]
      else { return nil }
      out.append((object["event"] as? String ?? "init") + data(object["data"]))
      var changed = false
      for entry in trace {
        guard entry.count == 1, let (kind, value) = entry.first, let line = text(kind, value) else { return nil }
        out.append(line)
        if kind == "enter" || kind == "exit" { changed = true }
      }
      let leaves = configuration.compactMap { states[$0] }
      if leaves.count != configuration.count { return nil }
      if changed { out.append("=> " + leaves.map { chart.reference($0) }.joined(separator: ", ")) }
    }
    return out
  }

  private func data(_ value: Any?) -> String {
    (value as? Int).map { " \($0)" } ?? ""
  }

  private func text(_ kind: String, _ value: Any) -> String? {
    switch kind {
    case "exit", "enter", "goToState", "always":
      return (value as? String).flatMap { states[$0] }.map { "\(kind) \(chart.reference($0))" }
    case "forbidden": return (value as? String).flatMap { states[$0] }.map { "forbidden in \(chart.reference($0))" }
    case "invoke":
      guard let members = value as? [String: String], let id = members["id"], let source = members["src"] else {
        return nil
      }
      return "invoke \(id) \(source)"
    case "do", "log", "event", "cancel", "stop": return (value as? String).map { "\(kind) \($0)" }
    case "assign":
      guard let members = value as? [String: Int], members.count == 1, let (path, value) = members.first else {
        return nil
      }
      return "assign \(path) = \(value)"
    case "raise", "send":
      if let name = value as? String { return "\(kind) \(name)" }
      guard let members = value as? [String: Any], let name = members["event"] as? String else { return nil }
      return "\(kind) \(name)\(data(members["data"]))"
        + ((members["delay"] as? Int).map { " in \(shortDelay($0))" } ?? "")
    case "declined":
      guard let members = value as? [String: String], let state = members["state"].flatMap({ states[$0] }),
        let condition = members["guard"]
      else { return nil }
      return "declined \(chart.reference(state)): \(condition)"
    case "timer":
      guard let members = value as? [String: Any], let time = members["time"] as? Int else { return nil }
      if let event = members["send"] as? String { return "@\(shortDelay(time)) send \(event)" }
      guard let after = members["after"] as? String, let state = (members["state"] as? String).flatMap({ states[$0] })
      else { return nil }
      return "@\(shortDelay(time)) after \(after) in \(chart.reference(state))"
    case "ignored", "done": return value as? Bool == true ? kind : nil
    case "error", "rejected": return kind
    default: return nil
    }
  }

}
