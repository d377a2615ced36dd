import CEL

/// A loop as other languages write it in one text: `x in list`. Such a text is a bool, never a list.
package struct LoopHeader {
  package let element: String
  package let list: String

  package init?(_ text: String) {
    let words = text.utf8Bytes.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count == 3, words[1].elementsEqual("in".utf8) || words[1].elementsEqual("of".utf8),
      !words[2].contains(UInt8(ascii: "?"))
    else { return nil }
    element = String(decoding: words[0], as: UTF8.self)
    list = String(decoding: words[2], as: UTF8.self)
    guard element != "event", Environment.canName(element, tests: ["isIn"]) else { return nil }
  }
}
