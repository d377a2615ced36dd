/// The words that an expression may be typed with, beside the names of its data: for completion.
package enum ExpressionWords {
  /// Functions that stand alone, with the name that `has` has.
  package static let functions = ["has"] + Function.allCases.filter { $0.arity(isMethod: false) != nil }.map(\.rawValue)

  /// What may be called on a value: functions that take its type, and macros over its elements.
  package static func methods(of value: Value) -> [String] {
    let type = value.typeName.rawValue
    let functions = Function.allCases.filter { function in
      function.arity(isMethod: true) != nil && function.accepted.contains { $0.name == type }
    }
    let macros = value.typeName == .list || value.typeName == .map ? Compiler.macros.keys.sorted() : []
    return functions.map(\.rawValue) + macros
  }

  /// What may be called on some value: all methods and macros.
  package static var methods: [String] {
    Function.allCases.filter { $0.arity(isMethod: true) != nil }.map(\.rawValue) + Compiler.macros.keys.sorted()
  }

  /// Whether a name may stand in an expression as it is.
  package static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isNameByte(first), !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else {
      return false
    }
    return name.utf8.allSatisfy(isNameByte)
  }

  /// Whether a name can hold the byte.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The quote of a string that is open at the end of what is typed of an expression.
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

  /// Whether what is typed ends with `isIn(`: a reference to a state comes next.
  package static func asksForState(_ typed: ArraySlice<UInt8>) -> Bool {
    typed.reversed().drop { $0 == 0x20 }.starts(with: "(nIsi".utf8)
  }
}
