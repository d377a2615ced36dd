import StateKitCore
import Testing

@testable import StateKitInterchange

struct XMLTests {
  private func read(_ bytes: [UInt8]) throws -> XMLTree {
    try XMLReader.read(try XMLEncoding.decoded(SourceText(name: "a.scxml", bytes: bytes)), memory: .unbounded)
  }

  private func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
    (isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF])
      + text.utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isLittle ? [low, high] : [high, low]
      }
  }

  /// What an attribute of the root says.
  private func value(_ name: String, in tree: XMLTree) -> String? {
    tree.attributes[tree.attributes(of: 0)].first { !$0.isForeign && tree.name(of: $0) == name }
      .map { tree.value(of: $0) }
  }

  @Test func `elements, attributes and texts are found with their namespaces`() throws {
    let tree = try read(
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?><!-- a --><a xmlns="one" xmlns:p='two' x="1 &lt;&#x41;&#66;"
          p:x="2"><p:b>text<![CDATA[<&>]]></p:b><b xmlns=""/></a>
        """.utf8))
    #expect(tree.nodes.indices.map { tree.name(of: $0) } == ["a", "b", "", "", "b"])
    #expect([0, 1, 4].map { tree.namespaces[Int(tree.nodes[$0].namespace)] } == ["one", "two", ""])
    #expect(value("x", in: tree) == "1 <AB")
    #expect(tree.content(of: 1) == "text<&>")
  }

  /// Names and values are looked at in words of eight bytes: whatever ends one may stand anywhere in it.
  @Test(arguments: 0..<20) func `a name and a value end where they end, however long they are`(count: Int) throws {
    let letters = String(repeating: "z", count: count)
    for middle in ["", "a", "A", "_", "ü"] + (count > 0 ? ["7", "-", "."] : []) {
      for behind in ["", "bcdefghij"] where count + middle.utf8.count > 0 {
        let name = letters + middle + behind
        for text in [letters + "`{@[\"/'=" + behind, letters + "&lt;&#233;ü\u{7F}" + behind, name] {
          let quote = text.contains("\"") ? "'" : "\""
          let value = quote == "'" ? text.filter { $0 != "'" } : text
          let tree = try read(Array("<\(name) \(name)=\(quote)\(value)\(quote)/>".utf8))
          #expect(tree.name(of: 0) == name)
          #expect(
            self.value(name, in: tree)
              == (value.hasPrefix(letters + "&lt;") ? letters + "<éü\u{7F}" + behind : value))
        }
      }
    }
    for wrong in ["<", "\u{1}", "&"] {
      for quote in ["'", "\""] {
        #expect { _ = try read(Array("<a b=\(quote)\(letters)\(wrong)bcdefghij\(quote)/>".utf8)) } throws: { error in
          let start = (error as? XMLReader.SyntaxError)?.diagnostic.span.start
          return start == Int32(6 + count)
        }
      }
    }
  }

  @Test func `attributes are the same in every form, and side by side`() throws {
    let tree = try read(
      Array("<a bc=\"1\" bd=\"\" x=\"&amp;&quot;&gt;\r\n\"\n e2='4'  f = \"5\" xml:g=\"6\" h=\"ü\"></a >".utf8))
    let values = ["bc": "1", "bd": "", "x": "&\"> ", "e2": "4", "f": "5", "h": "ü"]
    for (name, value) in values { #expect(self.value(name, in: tree) == value) }
    #expect(tree.attributes.count == 7)
    #expect(tree.content(of: 0).isEmpty && tree.nodes[0].close == Int32(tree.bytes.count))
  }

  @Test(arguments: [true, false]) func `a document in UTF-16 is read`(isLittle: Bool) throws {
    let tree = try read(utf16("<a b='ü😀'/>", isLittle: isLittle))
    #expect(value("b", in: tree) == "ü😀")
  }

  @Test func `a document in ISO 8859-1 is read`() throws {
    let tree = try read(Array("<?xml version='1.0' encoding='ISO-8859-1'?><a b='".utf8) + [0xFC] + Array("'/>".utf8))
    #expect(value("b", in: tree) == "ü")
  }

  @Test(
    arguments: [
      "", "text", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a x='1' x='2'/>", "<a x=1/>", "<a x/>", "<a x='<'/>",
      "<a x='1'y='2'/>", "<a b=\"1\" b=\"2\"/>", "<a b=\"1\"c=\"2\"/>", "<a bc=\"1\" d=\"\" bc='2'/>", "<a b=\"1/>",
      "<a></ab>", "<ab></a>", "<a b=\"1\" c/>", "<a></a",
      "<a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>& b</a>", "<a>]]></a>", "<a><!-- -- --></a>",
      "<a><!-- </a>",
      "<a><![CDATA[</a>", "<p:a/>", "<1a/>", "<a ", "<a><?xml version='1.0'?></a>", "<a>\u{1}</a>", "<a/>text",
      "<!DOCTYPE a><a/>",
      "<!DOCTYPE a [<!ENTITY x 'xx'>]><a>&x;</a>", "<?xml version='1.0' encoding='UTF-16'?><a/>", "<a/ >", "< a/>",
      "<a/",
    ])
  func `what breaks the rules of XML is refused`(text: String) {
    #expect { _ = try read(Array(text.utf8)) } throws: { error in
      (error as? XMLReader.SyntaxError)?.diagnostic.code == .notWellFormed
    }
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x3C], DiagnosticCode.invalidEncoding), ([0xFF, 0xFE, 0x3C, 0x00, 0x00, 0xD8], .invalidEncoding),
      ([0x3C, 0, 0, 0, 0x61, 0, 0, 0], .invalidEncoding), ([0x3C, 0x61, 0x3E, 0xFF], .invalidEncoding),
    ])
  func `what is not in its encoding is refused`(bytes: [UInt8], code: DiagnosticCode) {
    #expect { _ = try read(bytes) } throws: { error in
      (error as? XMLReader.SyntaxError)?.diagnostic.code == code
    }
  }

  @Test func `deep and wide documents are refused or read, in time`() throws {
    let deep = Array(String(repeating: "<a>", count: 100_000).utf8)
    #expect { _ = try read(deep) } throws: { error in
      (error as? XMLReader.SyntaxError)?.diagnostic.code == .tooDeep
    }
    let wide = "<a " + (0..<20_000).map { "x\($0)='' xmlns:p\($0)='n\($0)'" }.joined(separator: " ") + ">"
    let many = (0..<20_000).map { "<p\($0):b/>" }.joined()
    #expect(try read(Array((wide + many + "</a>").utf8)).nodes.count == 20_001)
  }
}
