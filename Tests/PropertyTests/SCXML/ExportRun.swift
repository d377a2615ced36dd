import CEL
import StateKitCore
import StateKitFormat
import StateKitInterchange

/// A chart that is written as SCXML, without all that only statekit reads, run by an interpreter of SCXML.
struct ExportRun {
  enum Outcome {
    case same
    /// It was not written.
    case refused(String)
    /// One of the two does not end, or does what no processor of SCXML is asked for.
    case skipped(String)
    case differs(String)
  }

  let chart: String
  /// The steps of a run, as JSON Lines.
  let steps: [String]

  var outcome: Outcome {
    let source = SourceText(name: "c.json", bytes: Array(chart.utf8))
    let losses = Findings()
    let document = String(decoding: ChartText.scxml(source, isLossy: false, findings: losses), as: UTF8.self)
    if let reason = ExportRun.reason(losses) { return .refused(reason) }
    if document.contains("<invoke ") || document.contains("statekit:part=\"guard\"")
      || document.contains("statekit:part=\"delay\"")
    {
      return .skipped("host")
    }
    guard let marked = PlainElement.read(document, isBare: false), let bare = PlainElement.read(document, isBare: true)
    else { return .differs("the document is not well formed:\n\(document)") }
    var paths: [String: String] = [:]
    Self.addPaths(of: marked, "", &paths)
    guard let interpreter = SCXMLInterpreter(bare) else { return .differs("no document:\n\(document)") }
    let hasRoot = paths.values.contains("root")
    for (number, line) in steps.enumerated() {
      guard case .map(let step)? = JSONText.value(of: Array(line.utf8)), case .list(let list)? = step["trace"] else {
        return .skipped("no step")
      }
      let entries = list.elements
      let isLimited = entries.contains { Self.text($0, "error")?.contains("limit") ?? false }
      if isLimited { return .skipped("limit") }
      if case .string(let name)? = step["event"] {
        if case .string("rejected")? = step["outcome"] { continue }
        if ":@".contains(name.prefix(1)) { return .skipped("script") }
        if name.hasPrefix("+") {
          guard case .int(let time)? = step["time"] else { return .skipped("no time") }
          interpreter.advance(to: Int(time))
        } else {
          interpreter.take(name, step["data"].flatMap { $0.isNull ? nil : Datum.cel($0) })
        }
      }
      if interpreter.isEndless { return .skipped("endless") }
      var found = interpreter.takeTrace()
      // States that only the document has end it, or are rested on.
      if let end = interpreter.end, paths[end.id] == nil { found = Array(found.prefix(end.start)) }
      let theirs = found.compactMap { Self.shown($0, paths) }
      let ours = entries.compactMap { Self.shown($0) }.filter { hasRoot || $0 != "enter root" && $0 != "exit root" }
      if theirs != ours {
        return .differs(
          """
          step \(number), \(step["event"].map { Datum.cel($0).json } ?? ""): statekit
            \(ours.joined(separator: "\n  "))
          SCXML
            \(theirs.joined(separator: "\n  "))
          \(document)
          """)
      }
    }
    return .same
  }

  /// The first reason for a refusal, with … for names; nil if nothing was refused.
  static func reason(_ losses: Findings) -> String? {
    losses.all.first { $0.severity == .error }?.message.replacing(/"[^"]*"/, with: "…")
  }

  /// The states of a document that the chart has, by their ids.
  private static func addPaths(of element: PlainElement, _ parent: String, _ paths: inout [String: String]) {
    for child in element.children where ["state", "parallel", "final", "history"].contains(child.name) {
      switch child["statekit:part"] {
      case "regions"?: addPaths(of: child, parent, &paths)
      case nil:
        let id = child["id"] ?? ""
        let isRoot = child["statekit:root"] != nil
        let path = isRoot ? "root" : (parent.isEmpty ? "root" : parent) + "." + (child["statekit:name"] ?? id)
        paths[id] = path
        addPaths(of: child, path, &paths)
      default: break
      }
    }
  }

  private static func text(_ entry: Value, _ key: String) -> String? {
    if case .map(let map) = entry, case .string(let text)? = map[key] { text } else { nil }
  }

  /// An entry of the interpreter, with our name for the state; nil for what only the document has.
  private static func shown(_ entry: String, _ paths: [String: String]) -> String? {
    for word in ["enter ", "exit "] where entry.hasPrefix(word) {
      return paths[String(entry.dropFirst(word.count))].map { word + $0 }
    }
    if entry.hasPrefix("assign ") {
      return entry.replacingOccurrences(of: "['", with: ".").replacingOccurrences(of: "']", with: "")
    }
    return entry.hasPrefix("log ") ? rounded(entry) : entry
  }

  /// Whole numbers are shown alike whatever their type is.
  private static func rounded(_ text: String) -> String {
    text.replacing(/(\d)\.0(?!\d)/) { String($0.output.1) }
  }

  /// An entry of our trace; nil for what SCXML has no element for.
  private static func shown(_ entry: Value) -> String? {
    guard case .map(let map) = entry, case .string(let kind)? = map.entries.first?.key, let value = map[kind] else {
      return nil
    }
    func json(_ value: Value?) -> String { value.map { Datum.cel($0).json } ?? "null" }
    switch (kind, value) {
    case ("enter", .string(let path)), ("exit", .string(let path)): return "\(kind) \(path)"
    case ("log", .string(let text)): return rounded("log \(text)")
    case ("do", .string(let name)): return "log do \(name)"
    case ("do", .map(let call)): return "log do \(text(value, "name") ?? ""): \(json(call["data"]))"
    case ("assign", .map(let assign)):
      guard case (.string(let path), let new)? = assign.entries.first.map({ ($0.key, $0.value) }) else { return nil }
      return "assign \(path) \(json(new))"
    case ("raise", .string(let name)), ("send", .string(let name)): return "\(kind) \(name) null"
    case ("raise", .map(let event)), ("send", .map(let event)):
      return "\(kind) \(text(value, "event") ?? "") \(json(event["data"]))"
    default: return nil
    }
  }
}
