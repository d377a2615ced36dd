/// The short way to the program of `name < 5`, which is what most guards look like.
extension Compiler {
  /// The program where the text is a whole variable, one of `==`, `!=`, `<`, `<=`, `>` and `>=`, and a whole number; nil for
  /// every other text, and wherever something could be wrong with it.
  static func comparison(_ text: [UInt8], _ environment: Environment) -> Program? {
    var place = 0
    while place < text.count, isNameByte(text[place]) { place += 1 }
    guard place > 0, !isDigit(text[0]) else { return nil }
    let name = 0..<place
    skipSpaces(text, &place)
    let offset = place
    guard let relation = relation(text, &place) else { return nil }
    skipSpaces(text, &place)
    // Ten digits fit without a check, and say enough.
    let digits = place
    var number: Int64 = 0
    while place < text.count, place - digits < 10, isDigit(text[place]) {
      number = number * 10 + Int64(text[place] - UInt8(ascii: "0"))
      place += 1
    }
    guard place > digits, place == text.count, place - digits == 1 || text[digits] != UInt8(ascii: "0"),
      let variable = environment.variable(text[name]), variable.type == .int || variable.type == .dyn
    else { return nil }
    return Program(comparing: Int32(variable.slot), relation, number, offset: Int32(offset))
  }

  private static func relation(_ text: [UInt8], _ place: inout Int) -> Relation? {
    guard place + 1 < text.count else { return nil }
    let isWithEqual = text[place + 1] == UInt8(ascii: "=")
    defer { place += isWithEqual ? 2 : 1 }
    switch text[place] {
    case UInt8(ascii: "<"): return isWithEqual ? .lessOrEqual : .less
    case UInt8(ascii: ">"): return isWithEqual ? .greaterOrEqual : .greater
    case UInt8(ascii: "="): return isWithEqual ? .equal : nil
    case UInt8(ascii: "!"): return isWithEqual ? .unequal : nil
    default: return nil
    }
  }

  private static func skipSpaces(_ text: [UInt8], _ place: inout Int) {
    while place < text.count, text[place] == UInt8(ascii: " ") { place += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
}
