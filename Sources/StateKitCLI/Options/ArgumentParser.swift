import StateKitCore

/// The arguments of a command, understood.
struct Arguments {
  private(set) var operands: [String] = []
  private(set) var values: [(key: Option.Key, value: String)] = []

  func has(_ key: Option.Key) -> Bool {
    values.contains { $0.key == key }
  }

  /// The value of an option; of several, the last one counts.
  func value(_ key: Option.Key) -> String? {
    values.last { $0.key == key }?.value
  }

  func all(_ key: Option.Key) -> [String] {
    values.filter { $0.key == key }.map(\.value)
  }
}

/// A command line that makes no sense; the exit status is 2.
struct UsageError: Error {
  let message: String
}

extension Arguments {
  /// Reads arguments: options anywhere, `--opt=value` or `--opt value`, bundled short ones, `--` ends options.
  static func parse(_ arguments: [String], for command: Command) throws(UsageError) -> Arguments {
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
        try result.readLong(argument, arguments, &index, command)
      } else {
        try result.readShort(argument, arguments, &index, command)
      }
    }
    if result.has(.help) || result.has(.version) { return result }
    try result.checkOperands(command)
    return result
  }

  private mutating func readLong(
    _ argument: String, _ arguments: [String], _ index: inout Int, _ command: Command
  ) throws(UsageError) {
    let bytes = Array(argument.utf8)
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: bytes[2..<(equals ?? bytes.count)], as: UTF8.self)
    guard let option = command.options.first(where: { $0.long.utf8.elementsEqual(name.utf8) }) else {
      let help = Suggestion.help(for: "--" + name, among: command.options.map { "--" + $0.long })
      throw UsageError(message: "unknown option \(DisplayText.quoted("--" + name))" + (help.map { ", \($0)" } ?? ""))
    }
    var value = equals.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    if case .none = option.value {
      if value != nil { throw UsageError(message: "the option --\(option.long) takes no value") }
    } else if value == nil {
      guard index < arguments.count else { throw missing(option) }
      value = arguments[index]
      index += 1
    }
    try add(option, value ?? "")
  }

  /// `-q`, several such as `-qv`, and last one with a value: `-j2` or `-j 2`.
  private mutating func readShort(
    _ argument: String, _ arguments: [String], _ index: inout Int, _ command: Command
  ) throws(UsageError) {
    var rest = argument.dropFirst()
    while let letter = rest.popFirst() {
      guard let option = command.options.first(where: { $0.short == letter }) else {
        throw UsageError(message: "unknown option \(DisplayText.quoted("-" + String(letter)))")
      }
      if case .none = option.value {
        try add(option, "")
        continue
      }
      if rest.isEmpty {
        guard index < arguments.count else { throw missing(option) }
        rest = arguments[index][...]
        index += 1
      }
      try add(option, String(rest))
      return
    }
  }

  private mutating func add(_ option: Option, _ value: String) throws(UsageError) {
    switch option.value {
    case .none: break
    case .choice(let choices):
      if !choices.contains(where: { $0.utf8.elementsEqual(value.utf8) }) {
        throw UsageError(
          message: "--\(option.long) is one of \(choices.joined(separator: ", ")), not \(DisplayText.quoted(value))")
      }
    case .number:
      guard let number = Int(value), number > 0, value.utf8.allSatisfy({ (48...57).contains($0) }) else {
        throw UsageError(message: "--\(option.long) is a number above 0, not \(DisplayText.quoted(value))")
      }
    case .size:
      if Self.bytes(value) == nil {
        throw UsageError(
          message: "--\(option.long) is a number of bytes above 0, or of K, M or G, not \(DisplayText.quoted(value))")
      }
    case .percent:
      guard let number = Int(value), (0...100).contains(number), value.utf8.allSatisfy({ (48...57).contains($0) })
      else {
        throw UsageError(message: "--\(option.long) is a number from 0 to 100, not \(DisplayText.quoted(value))")
      }
    case .text:
      if value.isEmpty { throw missing(option) }
    }
    values.append((option.key, value))
  }

  /// A number of bytes: `512M`; nil for what is none.
  static func bytes(_ text: String) -> Int? {
    let shifts: [UInt8: Int] = [UInt8(ascii: "K"): 10, UInt8(ascii: "M"): 20, UInt8(ascii: "G"): 30]
    let shift = text.utf8.last.flatMap { shifts[$0] } ?? 0
    let digits = shift == 0 ? text[...] : text.dropLast()
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), number > 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    return overflow ? nil : bytes
  }

  /// The limits of a run that options name.
  var limits: Limits {
    var limits = Limits()
    if let steps = value(.maxSteps).flatMap({ Int($0) }) { limits.steps = steps }
    if let cost = value(.maxCost).flatMap({ Int($0) }) { limits.cost = cost }
    if let bytes = value(.maxMemory).flatMap({ Self.bytes($0) }) { limits.memory = MemoryPool(limit: bytes) }
    return limits
  }

  private func missing(_ option: Option) -> UsageError {
    UsageError(message: "the option --\(option.long) needs a value")
  }

  private func checkOperands(_ command: Command) throws(UsageError) {
    if operands.count < command.fewestOperands { throw UsageError(message: "\(command.operands) is missing") }
    if operands.count > command.mostOperands {
      throw UsageError(message: "too many arguments: \(DisplayText.quoted(operands[command.mostOperands]))")
    }
    if operands.filter({ $0 == "-" }).count > 1 {
      throw UsageError(message: "standard input can be read only once: \"-\" stands here twice")
    }
    if let empty = operands.firstIndex(where: \.isEmpty) {
      throw UsageError(message: "argument \(empty + 1) is empty")
    }
  }
}
