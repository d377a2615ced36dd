import Foundation

/// Documents that must never hurt.
extension HostileTests {
  private static func document(
    _ name: String, _ bytes: [UInt8], _ says: String..., status: Int32 = 1
  ) -> Case {
    Case(name: name, chart: { Data(bytes) }, status: status, says: says)
  }

  private static func large(
    _ name: String, _ says: String..., status: Int32 = 1, _ text: @escaping @Sendable () -> String
  ) -> Case {
    Case(name: name, chart: { Data(text().utf8) }, status: status, says: says, isLarge: true)
  }

  /// A document whose elements need more than the memory that a large case has, before there are too many of them.
  private static func endedByMemory(_ name: String, _ text: @escaping @Sendable () -> String) -> Case {
    Case(
      name: name, chart: { Data(text().utf8) }, status: 1, says: ["more memory than this process may use"],
      varies: "how far it comes depends on what the system takes of that", isLarge: true)
  }

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  static let xml: [Case] = [
    document(
      "entities that grow",
      Array(
        """
        <!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;">]><scxml>&y;</scxml>
        """.utf8), "c.json:1:1: error: a document type is not supported"),
    document(
      "an entity of another file", Array("<!DOCTYPE a SYSTEM \"/etc/passwd\"><scxml/>".utf8),
      "a document type is not supported"),
    document("UTF-16 with an odd length", utf16("<scxml/>") + [0x20], "an even number of bytes"),
    document("half a surrogate", utf16("<scxml/>") + [0x00, 0xD8], "an unpaired surrogate"),
    document(
      "a declaration that is wrong", Array("<?xml version='1.0' encoding='UTF-16'?><scxml/>".utf8),
      "c.json:1:30: error:"),
    document(
      "an encoding that nobody has", Array("<?xml version='1.0' encoding='x'?><scxml/>".utf8), "the declared encoding"),
    document("a document in UTF-32", [0x3C, 0, 0, 0, 0x61, 0, 0, 0], "UTF-32 is not supported"),
    document("a byte that is not UTF-8", Array("<scxml name='".utf8) + [0xC0, 0x80] + Array("'/>".utf8), "not UTF-8"),
    document("a control character", Array("<scxml>\u{1B}[31m</scxml>".utf8), "c.json:1:8: error: a control character"),
    document("the number of a control character", Array("<scxml name='&#27;'/>".utf8), "not a character of XML"),
    document("an end that is missing", Array("<scxml><state id='a'>".utf8), "is not closed"),
    document(
      "a condition that is deep",
      Array("<scxml><state id='a'><transition cond='\(String(repeating: "(", count: 9000))'/></state></scxml>".utf8),
      "nested deeper than"),
    document(
      "a file outside",
      Array("<scxml><state id='a'><onentry><script src='../../../../etc/passwd'/></onentry></state></scxml>".utf8),
      "cannot read"),
    large("a million elements, each in the last", "nested deeper than 4096") {
      String(repeating: "<state>", count: 1_000_000)
    },
    large("a million attributes", "c.json:1:", status: 1) {
      "<scxml " + (0..<1_000_000).map { "a\($0)=''" }.joined(separator: " ") + "><state id='a'/><state id='a'/></scxml>"
    },
    large("a million namespaces", "the prefix \"q\"") {
      "<scxml " + (0..<300_000).map { "xmlns:a\($0)='b\($0)'" }.joined(separator: " ") + "><q:state/></scxml>"
    },
    large("200,000 transitions of one state, each for its own event", "1 file", status: 0) {
      "<scxml><state id='a'>" + (0..<200_000).map { "<transition event='e\($0)'/>" }.joined() + "</state></scxml>"
    },
    large("20,000 loops, each with data of its own", "1 file", status: 0) {
      "<scxml><state id='a'><onentry>" + (0..<20_000).map { "<foreach array='x' item='i\($0)'/>" }.joined()
        + "</onentry></state></scxml>"
    },
    large("100,000 branches of one condition", "nesting deeper than 4096") {
      let branches = String(repeating: "<elseif cond='false'/><raise event='e'/>", count: 100_000)
      return "<scxml><state id='a'><onentry><if cond='true'>" + branches + "</if></onentry></state></scxml>"
    },
    large("80,000 documents in one", "more than 1000 charts are invoked, the limit") {
      let document = "<invoke><content><scxml><state id='x'/></scxml></content></invoke>"
      return "<scxml>" + (0..<80_000).map { "<state id='s\($0)'>\(document)</state>" }.joined() + "</scxml>"
    },
    endedByMemory("a million states and more") {
      "<scxml>" + String(repeating: "<state/>", count: 1_000_001) + "</scxml>"
    },
    large("100 MB of elements", "more than 10000000 elements and texts, the limit") {
      "<scxml>" + String(repeating: "<state/>", count: 13 << 20)
    },
    large("100 MB of text", "text after the root element") {
      "<scxml><state id='a'/></scxml>" + String(repeating: " ", count: 100 << 20) + "x"
    },
  ]
}
