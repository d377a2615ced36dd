import CEL
import StateKitCore
import StateKitFormat

/// The actions that a log says were done, and those that the chart did, as lists that are kept once.
struct SaidActions {
  private var said: SaidLists<ToldAction>
  private var done: SaidLists<Carried>
  /// The chart's names by the log's.
  private let names: [[UInt8]: String]

  /// No action; the index of the empty list.
  static let nothing: Int32 = 0
  private static let nothingText = "nothing"

  /// `most`: the limit of kept lists of each kind.
  init(names: [[UInt8]: String], most: Int) {
    self.names = names
    (said, done) = (SaidLists(most: most), SaidLists(most: most))
    _ = index(of: [])
  }

  /// The index of actions of the chart.
  mutating func index(of actions: [Carried]) -> Int32 {
    if actions.isEmpty, !done.lists.isEmpty { return Self.nothing }
    let text = actions.isEmpty ? Self.nothingText : actions.map(\.shown).joined(separator: ", ")
    return done.index(of: text.utf8Bytes.span) { actions }
  }

  /// True if the index stands for this list only.
  func isKept(_ index: Int32) -> Bool { Int(index) < done.most }

  /// The index of a list in a log; nil if it is not one.
  mutating func index(ofSaid text: Span<UInt8>) -> Int32? {
    let index = said.index(of: text) { Self.actions(Array(text.text.utf8)) }
    return said.lists[Int(index)] == nil ? nil : index
  }

  /// Parses JSON, or names with commas between them.
  private static func actions(_ bytes: [UInt8]) -> [ToldAction]? {
    var value = Value.string(String(decoding: bytes, as: UTF8.self))
    if let first = bytes.first, [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\"")].contains(first) {
      guard let read = JSONText.value(of: bytes) else { return nil }
      value = read
    } else if bytes.first.map({ $0 == UInt8(ascii: "-") || $0 &- 48 < 10 }) ?? false, JSONText.value(of: bytes) != nil {
      return nil
    }
    switch value {
    case .string(let text):
      let parts = text.utf8.split(separator: UInt8(ascii: ",")).map { part in
        let rest = part.drop { $0 == 0x20 }
        return String(decoding: rest.prefix(rest.count - rest.reversed().prefix { $0 == 0x20 }.count), as: UTF8.self)
      }
      return parts.filter { !$0.isEmpty }.map { ToldAction(name: $0) }
    case .list(let list):
      let actions = list.elements.compactMap { ToldAction($0) }
      return actions.count == list.elements.count ? actions : nil
    default: return ToldAction(value).map { [$0] }
    }
  }

  /// True if the log has the actions of an event, or those with the actions since the event before it.
  func agree(_ index: Int32, with event: [Carried], earlier: [Carried]) -> Bool {
    guard let told = said.lists[Int(index)] else { return false }
    return isSame(told, made: event) || !earlier.isEmpty && isSame(told, made: earlier + event)
  }

  private func isSame(_ told: [ToldAction], made: [Carried]) -> Bool {
    told.count == made.count
      && zip(told, made).allSatisfy { told, made in
        told.agrees(with: made) { names.isEmpty ? $0 : names[Array($0.utf8)] ?? $0 }
      }
  }

  /// The actions of the chart at an index.
  func list(_ index: Int32) -> [Carried] { done.lists[Int(index)] ?? [] }

  /// The list of a log at an index, as text.
  func saidText(_ index: Int32) -> [UInt8] {
    said.kept(index).map {
      Self.text($0.map { $0.hasData ? Carried(name: $0.name, data: $0.data).shown : DisplayText.name($0.name) })
    } ?? SaidStates.others
  }

  /// The list of the chart at an index, as text.
  func doneText(_ index: Int32) -> [UInt8] {
    done.kept(index).map { Self.text($0.map(\.shown)) } ?? SaidStates.others
  }

  private static func text(_ actions: [String]) -> [UInt8] {
    Array((actions.isEmpty ? nothingText : actions.joined(separator: ", ")).utf8)
  }
}
