package import StateKitCore

/// A JSON value that is made part by part: each part is added behind those that its container has, and knows what it was
/// made of. One that is written at once, on one line, takes a part for a container only as long as nothing was added to
/// another one around it.
///
/// A class, because what reads the parts of a foreign file adds to the same value.
package final class JSONDraft {
  package enum Kind: UInt8, Sendable {
    case scalar
    case array
    case object
  }

  /// A text, and what it was made of.
  package struct Part: Sendable {
    package let text: String
    package let origin: SourceSpan

    package init(_ text: String, origin: SourceSpan) {
      self.text = text
      self.origin = origin
    }
  }

  struct Node: Sendable {
    let kind: Kind
    /// The key with its quotes, and a scalar: bytes of `tokens`.
    let key: Range<Int32>
    let token: Range<Int32>
    let keyOrigin: SourceSpan
    let origin: SourceSpan
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var next: Int32 = -1
  }

  // Checking each access took longer than some of them. Nothing is called while one changes the parts.
  @exclusivity(unchecked) private var parts = Parts()

  @exclusivity(unchecked) private var line: JSONLine
  /// It is written at once.
  let isLine: Bool

  var nodes: [Node] { unsafe parts.nodes }

  /// A value whose outermost part is an empty object.
  package init(origin: SourceSpan, onOneLine: Bool = false) {
    isLine = onOneLine
    unsafe line = JSONLine(origin: origin)
    if !onOneLine { unsafe parts.begin(origin) }
  }

  /// The outermost object.
  package static let top = 0

  /// Makes room for what the rest of a foreign file can be expected to become.
  package func makeRoom(_ progress: inout ReadingProgress) {
    if isLine { unsafe line.makeRoom(&progress) } else { unsafe parts.makeRoom(&progress) }
  }

  /// Whether a container holds nothing.
  package func isEmpty(_ container: Int) -> Bool {
    unsafe isLine ? line.isEmpty(container) : parts.nodes[container].firstChild < 0
  }

  /// Takes a value out of its container again: of what is written at once, the empty one that was added last.
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

  /// Adds a number, `true`, `false`, `null` or a string that is JSON already.
  package func scalar(_ key: Part?, json: Span<UInt8>, in container: Int, origin: SourceSpan) {
    if isLine {
      unsafe line.addScalar(key, json: json, in: container, origin: origin)
    } else {
      unsafe parts.addScalar(key, json: json, in: container, origin: origin)
    }
  }

  /// Adds a value whose key and scalar are JSON already, each as it shall be written.
  @discardableResult
  func add(
    _ kind: Kind, keyToken: [UInt8], keyOrigin: SourceSpan, token: [UInt8], in container: Int, origin: SourceSpan
  ) -> Int {
    unsafe parts.add(kind, keyToken: keyToken, keyOrigin: keyOrigin, token: token, in: container, origin: origin)
  }

  /// Adds once more, behind another key, the value that was added last, with all that is in it.
  package func addAgain(_ key: Part, in container: Int) {
    if isLine {
      unsafe line.addAgain(key, in: container)
    } else if let first = last(in: container) {
      unsafe parts.addAgain(from: first, key: key, in: container)
    }
  }

  /// Says of the handler that was added last that it answers the events below its own, too: a text that only the reader of
  /// charts reads has it once for both.
  package func shareLast(below key: Part, in container: Int) {
    if isLine {
      unsafe line.addShared(below: key, in: container)
    } else {
      unsafe parts.addShared(below: key, in: container)
    }
  }

  /// The text of what was written at once.
  func writtenLine(from file: SourceText) -> SourceText { unsafe line.text(from: file) }

  /// The value that was added last to a container; nil where it is empty.
  private func last(in container: Int) -> Int? {
    let last = unsafe parts.nodes[container].lastChild
    return last < 0 ? nil : Int(last)
  }

  /// The bytes of all keys and scalars.
  func withTokens<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    unsafe parts.withTokens(body)
  }
}
