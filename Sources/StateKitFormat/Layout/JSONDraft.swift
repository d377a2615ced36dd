package import StateKitCore

/// A JSON value that is built part by part: each part is added at the end of its container, and has an origin.
///
/// A class, because the readers of the parts of a foreign file add to one value.
package final class JSONDraft {
  package enum Kind: UInt8, Sendable {
    case scalar
    case array
    case object
  }

  /// A text with its origin.
  package struct Part: Sendable {
    package let text: String
    package let origin: SourceSpan

    package init(_ text: String, origin: SourceSpan) {
      self.text = text
      self.origin = origin
    }
  }

  /// A key with its quotes, or a scalar: a range of `tokens` with its origin. The range is empty without one.
  struct Token: Sendable {
    var range: Range<Int32> = 0..<0
    let origin: SourceSpan

    var isEmpty: Bool { range.isEmpty }
  }

  struct Node: Sendable {
    let kind: Kind
    let key: Token
    let value: Token
    var parent: Int32
    /// The previous part of its container; of the first part, the last one.
    var previous: Int32 = -1
    var next: Int32 = -1
    var firstChild: Int32 = -1
  }

  // The access checks took longer than some accesses. No other code runs during a change of the parts.
  @exclusivity(unchecked) private var parts = Parts()

  /// The words that differ between the value and its source.
  package var wording = SourceWording()
  /// The notation of its source.
  package var notation: ChartNotation

  var nodes: [Node] { unsafe parts.nodes }

  /// Creates a value that is an empty object.
  package init(origin: SourceSpan, notation: ChartNotation = .file) {
    self.notation = notation
    unsafe parts.begin(origin)
  }

  /// The outermost object.
  package static let top = 0

  /// Reserves capacity for the expected rest of a foreign file.
  package func makeRoom(_ progress: inout ReadingProgress) { unsafe parts.makeRoom(&progress) }

  package func isEmpty(_ container: Int) -> Bool { unsafe parts.nodes[container].firstChild < 0 }

  /// Removes a value from its container.
  package func remove(_ index: Int) { unsafe parts.remove(index) }

  /// Adds an object to a container; the key is nil in an array. Returns its index.
  @discardableResult
  package func object(_ key: Part?, in container: Int, origin: SourceSpan) -> Int {
    unsafe parts.add(.object, key: key, in: container, origin: origin)
  }

  @discardableResult
  package func array(_ key: Part?, in container: Int, origin: SourceSpan) -> Int {
    unsafe parts.add(.array, key: key, in: container, origin: origin)
  }

  /// Adds a text.
  package func string(_ key: Part?, value: Part, in container: Int) {
    unsafe parts.addText(key, value: value, in: container)
  }

  /// Adds a number, `true`, `false`, `null` or a string, given as JSON.
  package func scalar(_ key: Part?, json: Span<UInt8>, in container: Int, origin: SourceSpan) {
    unsafe parts.addScalar(key, json: json, in: container, origin: origin)
  }

  /// Stores a key or a scalar that is given as JSON.
  func token(_ json: [UInt8], origin: SourceSpan) -> Token { unsafe parts.keep(json.span, origin: origin) }

  func add(_ kind: Kind, key: Token, value: Token, in container: Int) -> Int {
    unsafe parts.add(kind, key: key, value: value, in: container)
  }

  /// Adds a copy of the last added value, with its contents, under another key.
  package func addAgain(_ key: Part, in container: Int) { unsafe parts.addAgain(key, in: container) }

  /// Extends the last added handler to the events below its own. Only the reader of charts understands the resulting
  /// text, which contains the handler once.
  package func shareLast(below key: Part, in container: Int) {
    unsafe parts.addShared(below: key, in: container)
  }

  /// The bytes of all keys and scalars.
  func withTokens<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe parts.withTokens(body)
  }
}
