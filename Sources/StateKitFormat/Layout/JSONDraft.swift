package import StateKitCore

/// A JSON value that is built part by part: each part is added at the end of its container, and has an origin. A value
/// that is written at once, on one line, accepts parts for a container only until an enclosing container gets another
/// part.
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
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
  }

  // The access checks took longer than some accesses. No other code runs during a change of the parts.
  @exclusivity(unchecked) private var parts = Parts()

  @exclusivity(unchecked) private var line: JSONLine
  /// True if it is written at once.
  let isLine: Bool

  /// The words that differ between the value and its source.
  package var wording = SourceWording()

  var nodes: [Node] { unsafe parts.nodes }

  /// Creates a value that is an empty object.
  package init(origin: SourceSpan, onOneLine: Bool = false) {
    isLine = onOneLine
    unsafe line = JSONLine(origin: origin)
    if !onOneLine { unsafe parts.begin(origin) }
  }

  /// The outermost object.
  package static let top = 0

  /// Reserves capacity for the expected rest of a foreign file.
  package func makeRoom(_ progress: inout ReadingProgress) {
    if isLine { unsafe line.makeRoom(&progress) } else { unsafe parts.makeRoom(&progress) }
  }

  /// True if a container is empty.
  package func isEmpty(_ container: Int) -> Bool {
    unsafe isLine ? line.isEmpty(container) : parts.nodes[container].firstChild < 0
  }

  /// Removes a value from its container; of a value that is written at once, only the empty one that was added last.
  package func remove(_ index: Int) {
    if isLine { unsafe line.remove(index) } else { unsafe parts.remove(index) }
  }

  /// Adds an object to a container; the key is nil in an array. Returns its index.
  @discardableResult
  package func object(_ key: Part?, in container: Int, origin: SourceSpan) -> Int {
    unsafe isLine
      ? line.add(.object, key: key, in: container, origin: origin)
      : parts.add(.object, key: key, in: container, origin: origin)
  }

  /// Adds an array.
  @discardableResult
  package func array(_ key: Part?, in container: Int, origin: SourceSpan) -> Int {
    unsafe isLine
      ? line.add(.array, key: key, in: container, origin: origin)
      : parts.add(.array, key: key, in: container, origin: origin)
  }

  /// Adds a text.
  package func string(_ key: Part?, value: Part, in container: Int) {
    if isLine {
      unsafe line.addText(key, value: value, in: container)
    } else {
      unsafe parts.addText(key, value: value, in: container)
    }
  }

  /// Adds a number, `true`, `false`, `null` or a string, given as JSON.
  package func scalar(_ key: Part?, json: Span<UInt8>, in container: Int, origin: SourceSpan) {
    if isLine {
      unsafe line.addScalar(key, json: json, in: container, origin: origin)
    } else {
      unsafe parts.addScalar(key, json: json, in: container, origin: origin)
    }
  }

  /// Stores a key or a scalar that is given as JSON.
  func token(_ json: [UInt8], origin: SourceSpan) -> Token { unsafe parts.keep(json.span, origin: origin) }

  func add(_ kind: Kind, key: Token, value: Token, in container: Int) -> Int {
    unsafe parts.add(kind, key: key, value: value, in: container)
  }

  /// Adds a copy of the last added value, with its contents, under another key.
  package func addAgain(_ key: Part, in container: Int) {
    if isLine {
      unsafe line.addAgain(key, in: container)
    } else if let first = last(in: container) {
      unsafe parts.addAgain(from: first, key: key, in: container)
    }
  }

  /// Extends the last added handler to the events below its own. Only the reader of charts understands the resulting
  /// text, which contains the handler once.
  package func shareLast(below key: Part, in container: Int) {
    if isLine {
      unsafe line.addShared(below: key, in: container)
    } else {
      unsafe parts.addShared(below: key, in: container)
    }
  }

  /// The text of what was written at once.
  func writtenLine(from file: SourceText) -> SourceText { unsafe line.text(from: file, wording: wording) }

  /// The last value of a container; nil if it is empty.
  private func last(in container: Int) -> Int? {
    let last = unsafe parts.nodes[container].lastChild
    return last < 0 ? nil : Int(last)
  }

  /// The bytes of all keys and scalars.
  func withTokens<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe parts.withTokens(body)
  }
}
