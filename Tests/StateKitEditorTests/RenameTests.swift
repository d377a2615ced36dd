import Foundation
import StateKitCore
import StateKitEditor
import Testing

@Suite struct RenameTests {
  /// In each chart «» stand around what has the new name afterwards, written as `new`; the script below `---`, too.
  @Test(
    arguments: [
      (
        "a", "begin", nil, "begin",
        #"{"root": {"initial": "«a»", "subStates": {"«a»": {"go": "b"}, "b": {"go": "root.«a»", "x": {"guard": "isIn('«a»')", "target": "«a»"}}}}}"#
      ),
      (
        "open", "wide", "state", "wide",
        #"{"root": {"initial": "closed", "done.state.«open»": null, "subStates": {"closed": {"open": "«open»"}, "«open»": {"initial": "f", "subStates": {"f": {"type": "final"}}}}}}"#
          + "\n---\nopen\n:expect in «open», «open».f\n:expect isIn(\"«open»\")\n\"done.state.«open»\"\n"
      ),
      (
        "open", "push", "event", "push",
        #"{"events": {"«open»": null}, "root": {"initial": "open", "subStates": {"open": {"«open»": {"actions": [{"raise": "«open»"}, {"if": "event.name == '«open»'", "then": "open"}]}}}}}"#
          + "\n---\n«open»\n:expect can «open» 1\n:expect in open\n{\"event\": \"«open»\"}\n"
      ),
      // Names that need quotes and escapes.
      (
        "go", "a \"b\"\\", nil, #"a \"b\"\\"#,
        #"{"root": {"«go»": {"actions": {"send": "«go»"}}}}"#
      ),
      ("a", "it's", nil, "it's", #"{"root": {"subStates": {"«a»": {"go": "«a»"}}}}"#),
      (
        "n", "total", nil, "total",
        #"{"context": {"«n»": 0}, "guards": {"few": "«n» < 3"}, "root": {"go": {"guard": "few", "actions": [{"assign": {"«n»": "«n» + 1"}}, {"log": "${«n»}"}]}}}"#
          + "\n---\n:set «n» = «n» + 1\n? «n» + size('n')\n:expect «n» == 2\n"
      ),
      (
        "ring", "beep", nil, "beep",
        #"{"actions": {"«ring»": null}, "root": {"enterState": "«ring»", "go": {"actions": [{"call": "«ring»"}, "«ring»"]}}}"#
          + "\n---\n:expect did «ring»\n"
      ),
      (
        "few", "some", nil, "some",
        #"{"guards": {"«few»": null, "many": "!«few»"}, "root": {"go": {"guard": ["«few»", {"host": "«few»"}], "actions": "x"}}}"#
          + "\n---\n:guard «few» = true\n"
      ),
      // A child that gets the event has it, too; its states and context are its own.
      (
        "go", "walk", nil, "walk",
        #"{"root": {"«go»": {"actions": {"send": "«go»", "to": "c"}}, "invoke": {"id": "c", "chart": {"root": {"«go»": null}}}}}"#
      ),
      (
        "go", "walk", nil, "walk",
        #"{"root": {"«go»": null, "invoke": {"id": "c", "chart": {"root": {"go": null}}}}}"#
      ),
      (
        "a", "b2", "state", "b2",
        #"{"root": {"initial": "«a»", "subStates": {"«a»": {"invoke": {"id": "c", "chart": {"root": {"initial": "a", "subStates": {"a": {}}}}}}}}}"#
          + "\n---\n:expect in «a»\n:expect in c: a\n"
      ),
      (
        "beep", "ring", nil, "ring",
        #"{"root": {"enterState": "«beep»", "invoke": {"id": "c", "chart": {"root": {"enterState": "«beep»"}}}}}"#
      ),
    ] as [(String, String, String?, String, String)])
  func names(_ old: String, _ new: String, _ kind: String?, _ written: String, _ sample: String) throws {
    let parts = Self.parts(sample)
    let files = Self.files(parts.map { Marked.parse($0).text })
    let request = RenameRequest(old, to: new, kind: kind.flatMap { NameKind(rawValue: $0) })
    let result = try Renaming.perform(request, in: files)
    let sources = files.charts.map(\.document.source) + files.scripts.map(\.document.source)
    for (index, edits) in (result.charts + result.scripts).enumerated() {
      let text = String(decoding: TextEdit.apply(edits, to: sources[index].bytes), as: UTF8.self)
      let marked = parts[index].split(separator: "«", omittingEmptySubsequences: false).enumerated().map {
        offset, part in
        offset == 0 ? String(part) : written + part.drop { $0 != "»" }.dropFirst()
      }
      #expect(text == marked.joined())
    }
  }

  @Test func aWordOfAScriptGetsQuotesWhereItNeedsThem() throws {
    let chart = #"{"root": {"initial": "a", "subStates": {"a": {"go": "a", "subStates": {"b": {}}}}}}"#
    let files = Self.files([Array(chart.utf8), Array("go\n:expect in a.b, \"a\"\n:expect isIn('a')\n".utf8)])
    let result = try Renaming.perform(RenameRequest("a", to: "x \"y'"), in: files)
    let text = TextEdit.apply(result.scripts[0], to: files.scripts[0].document.source.bytes)
    #expect(
      String(decoding: text, as: UTF8.self)
        == "go\n:expect in \"x \\\"y'.b\", \"x \\\"y'\"\n:expect isIn('x \"y\\'')\n")
  }

  /// What is refused, and a part of the reason.
  @Test(
    arguments: [
      ("", "x", nil, "the name to replace is empty"), ("a", " ", nil, "the new name is empty"),
      ("x", "y", nil, "nothing is named \"x\""), ("oepn", "y", "event", "no event is named \"oepn\""),
      ("a", "a", "state", "already has this name"), ("a", "b", "state", "there is a state named \"b\" already"),
      ("go", "stop", nil, "there is an event named \"stop\" already"), ("root", "r", nil, "the root state"),
      ("a", "a.b", "state", "dot"), ("go", "subStates", nil, "is a key of a state"),
      ("go", "error.x", nil, "get their name from"),
      ("done.state.a", "x", nil, "get their name from"), ("n", "in", nil, "expressions cannot name"),
      ("n", "m", nil, "there is a key of the context named \"m\" already"), ("n", "g", nil, "there is a guard"),
      ("n", "item", nil, "would change its meaning"), ("x1", "y", nil, "2 states are named \"x1\""),
      ("both", "y", nil, "is the name of a state and of an event"), ("net.up", "up", nil, "would then match"),
      ("up", "net.down", nil, "would then match"), ("c", "x1", nil, "3 states are named"),
      ("q", "y", nil, "escapes in an expression"),
      ("go", String(repeating: "x", count: 1025), nil, "the limit is 1024"),
      ("a", "«", "state", nil),
    ] as [(String, String, String?, String?)])
  func refusals(_ old: String, _ new: String, _ kind: String?, _ reason: String?) {
    let chart = #"""
      {"context": {"n": 1, "m": 2}, "guards": {"g": "n > m"}, "root": {"initial": "a", "up": null, "net.up": null,
        "net.*": {"actions": "log"}, "done.state.a": null,
        "go": {"guard": "g", "actions": [{"forEach": "[1]", "do": {"log": "${n} ${item}"}}, {"raise": "stop"}]},
        "stop": null,
        "subStates": {
          "a": {"both": "both", "c1": "c", "always": {"guard": "isIn('\\x71')", "target": "b"}, "subStates": {"x1": {}}},
          "b": {"subStates": {"x1": {}}}, "both": {}, "c": {}, "q": {}}}}
      """#
    let files = Self.files([Array(chart.utf8)])
    var found: String?
    do {
      _ = try Renaming.perform(RenameRequest(old, to: new, kind: kind.flatMap { NameKind(rawValue: $0) }), in: files)
    } catch {
      found = error.message
    }
    guard let reason else { return #expect(found == nil) }
    #expect(found?.contains(reason) == true, "\(found ?? "nothing")")
  }

  private static func parts(_ sample: String) -> [String] {
    guard let range = sample.range(of: "\n---\n") else { return [sample] }
    return [String(sample[..<range.lowerBound]), String(sample[range.upperBound...])]
  }

  private static func files(_ texts: [[UInt8]]) -> RenameFiles {
    var files = RenameFiles(charts: [RenameFiles.ChartFile(ChartDocument(SourceText(name: "c.json", bytes: texts[0])))])
    for text in texts.dropFirst() {
      files.scripts.append(
        RenameFiles.ScriptFile(ScriptDocument(SourceText(name: "s.txt", bytes: text)), chart: 0))
    }
    return files
  }
}
