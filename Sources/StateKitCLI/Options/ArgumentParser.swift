extension Arguments {
  /// Parses arguments: options anywhere, `--opt=value` or `--opt value`, bundled short options; `--` ends options.
  static func parse(_ arguments: [String], for command: Command) throws(CommandEnd) -> Arguments {
    var result = Arguments()
    var index = 0
    var areOver = false
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if areOver || argument == "-" || !argument.utf8.starts(with: "-".utf8) {
        result.operands.append(argument)
      } else if argument == "--" {
        areOver = true
      } else if argument.utf8.starts(with: "--".utf8) {
        try result.readLong(argument, arguments: arguments, at: &index, command: command)
      } else {
        try result.readShort(argument, arguments: arguments, at: &index, command: command)
      }
    }
    if result.wantsHelp || result.wantsVersion { return result }
    try result.checkOperands(command)
    for rule in command.rules {
      if let problem = rule.problem(in: result) { throw CommandEnd(usage: problem) }
    }
    return result
  }

  private mutating func readLong(
    _ argument: String, arguments: [String], at index: inout Int, command: Command
  ) throws(CommandEnd) {
    let bytes = Array(argument.utf8)
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: bytes[2..<(equals ?? bytes.count)], as: UTF8.self)
    guard let option = command.options.first(where: { $0.long.utf8.elementsEqual(name.utf8) }) else {
      throw .unknownOption("--" + name, of: command)
    }
    note(option)
    var value = equals.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    switch option.action {
    case .set(let set):
      if value != nil { throw .takesNoValue(option) }
      set(&self)
    case .store(_, let store):
      if value == nil {
        guard index < arguments.count else { throw .needsValue(option) }
        value = arguments[index]
        index += 1
      }
      try read(value ?? "", option: option, store: store)
    case .storeTwo(_, let store):
      var values = value.map { [$0] } ?? []
      while values.count < 2 {
        guard index < arguments.count else { throw .needsValue(option) }
        values.append(arguments[index])
        index += 1
      }
      let (first, second) = (values[0], values[1])
      try read(first + " " + second, option: option) { (result, _) throws(UnfitValue) in
        try store(&result, first, second)
      }
    }
  }

  /// Parses `-q`, several such as `-qv`, and a last one with a value: `-j2` or `-j 2`.
  private mutating func readShort(
    _ argument: String, arguments: [String], at index: inout Int, command: Command
  ) throws(CommandEnd) {
    var rest = argument.dropFirst()
    while let letter = rest.popFirst() {
      guard let option = command.options.first(where: { $0.short == letter }) else {
        throw .unknownOption("-" + String(letter), of: command)
      }
      note(option)
      switch option.action {
      case .set(let set): set(&self)
      case .store(_, let store):
        if rest.isEmpty {
          guard index < arguments.count else { throw .needsValue(option) }
          rest = arguments[index][...]
          index += 1
        }
        try read(String(rest), option: option, store: store)
        return
      // No option with two values has a short name.
      case .storeTwo: throw .needsValue(option)
      }
    }
  }

  private mutating func read(_ value: String, option: Option, store: Option.Store) throws(CommandEnd) {
    do throws(UnfitValue) {
      try store(&self, value)
    } catch {
      throw .unfit(value, for: option, reason: error)
    }
  }

  private func checkOperands(_ command: Command) throws(CommandEnd) {
    if operands.count < command.operands.count.lowerBound {
      throw .missingOperands(of: command, given: operands.count)
    }
    if operands.count > command.operands.count.upperBound {
      throw .tooManyOperands(operands[command.operands.count.upperBound])
    }
    let read =
      operands + scripts
      + [chart, fromState, migration, known, startScript, show.script, explore.payloads, program.map].compactMap { $0 }
    if read.filter({ $0 == "-" }).count > 1 { throw .standardInputTwice }
    // Names can be any text; the command reports an empty one.
    if command.key == .rename { return }
    if let empty = operands.firstIndex(where: \.isEmpty) { throw .emptyOperand(empty + 1) }
  }
}
