/// The words that an expression can contain besides the names of its data, for completion.
package enum ExpressionWords {
  /// Functions that are called without a receiver, including `has`.
  package static let functions = ["has"] + Function.allCases.filter { $0.arity(isMethod: false) != nil }.map(\.rawValue)

  /// The methods of a value: functions that accept its type, and for lists and maps the macros.
  package static func methods(of value: Value) -> [String] {
    let type = value.typeName.rawValue
    let functions = Function.allCases.filter { function in
      function.arity(isMethod: true) != nil && function.accepted.contains { $0.name == type }
    }
    let macros = value.typeName == .list || value.typeName == .map ? Compiler.macros.keys.sorted() : []
    return functions.map(\.rawValue) + macros
  }

  /// All methods and macros, of any type.
  package static var methods: [String] {
    Function.allCases.filter { $0.arity(isMethod: true) != nil }.map(\.rawValue) + Compiler.macros.keys.sorted()
  }

  /// True if an expression can contain the name without backquotes.
  package static func isName(_ name: String) -> Bool {
    name.utf8.first?.isLetter == true && name.utf8.allSatisfy(isNameByte)
  }

  /// True if a name can contain the byte.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit
  }

  /// The offset of the quote that is still open at the end of a partly typed expression.
  package static func openQuote(in typed: ArraySlice<UInt8>) -> Int? {
    var open: Int?
    var index = typed.startIndex
    while index < typed.endIndex {
      let byte = typed[index]
      if let quote = open {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == typed[quote] { open = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        open = index
      }
      index += 1
    }
    return open
  }

  /// True if a partly typed expression ends with `isIn(`, which a reference to a state follows.
  package static func asksForState(_ typed: ArraySlice<UInt8>) -> Bool {
    typed.reversed().drop { $0 == 0x20 }.starts(with: "(nIsi".utf8)
  }
}
