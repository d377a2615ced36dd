/// Evaluates the standard functions.
extension Evaluator {
  mutating func apply(_ function: Function, values: [Value], at offset: Int) throws(EvaluationError) -> Operand {
    let first = values[0]
    let length = first.textLength / 16
    if length > 0 { try charge(length, at: offset) }
    switch function {
    case .size: return size(first, at: offset)
    case .contains, .startsWith, .endsWith, .matches: return try text(function, values: values, at: offset)
    case .substring: return substring(values, at: offset)
    case .replace: return try replace(values, at: offset)
    case .utf16Size:
      switch first {
      case .string(let text): return .value(.int(Int64(text.utf16.count)))
      case .list: return size(first, at: offset)
      default: return .failure(noOverload("utf16Size", values: first, at: offset))
      }
    case .put: return try put(values, at: offset)
    case .scriptString:
      switch first {
      case .double(let number): return .value(.string(Conversion.script(number)))
      case .null: return .value(.string("null"))
      default: return try apply(.string, values: values, at: offset)
      }
    case .dyn: return .value(first)
    case .type: return .value(.type(first.typeName))
    case .int, .uint, .double, .string, .bytes, .bool, .timestamp, .duration:
      guard let result = Conversion.convert(first, to: function) else {
        let why = shown(first) ?? "no such conversion"
        return .failure(
          EvaluationError("\(first.typeName.rawValue) cannot be made \(function.rawValue): \(why)", at: offset))
      }
      return .value(result)
    case .getHours, .getMinutes, .getSeconds, .getMilliseconds:
      if case .duration(let duration) = first, values.count == 1 { return .value(.int(part(function, of: duration))) }
      return part(function, of: values, at: offset)
    case .getFullYear, .getMonth, .getDate, .getDayOfMonth, .getDayOfWeek, .getDayOfYear:
      return part(function, of: values, at: offset)
    }
  }

  /// The beginning of a value for a message; nil for a value of another type than those of keys and conversions.
  func shown(_ value: Value) -> String? {
    switch value {
    case .string(let text): "\"\(text.prefix(40))\""
    case .int(let number): "\(number)"
    case .uint(let number): "\(number)"
    case .double(let number): "\(number)"
    default: nil
    }
  }

  private func size(_ value: Value, at offset: Int) -> Operand {
    switch value {
    case .string(let text): .value(.int(Int64(text.unicodeScalars.count)))
    case .bytes(let bytes): .value(.int(Int64(bytes.count)))
    case .list(let list): .value(.int(Int64(list.elements.count)))
    case .map(let map): .value(.int(Int64(map.entries.count)))
    default: .failure(noOverload("size", values: value, at: offset))
    }
  }

  private mutating func text(_ function: Function, values: [Value], at offset: Int) throws(EvaluationError) -> Operand {
    guard case .string(let text) = values[0], case .string(let other) = values[1] else {
      return .failure(noOverload(function.rawValue, values: values[0], values[1], at: offset))
    }
    try charge(other.utf8.count / 16, at: offset)
    switch function {
    case .startsWith: return .value(.bool(text.utf8.starts(with: other.utf8)))
    case .endsWith: return .value(.bool(text.utf8.reversed().starts(with: other.utf8.reversed())))
    case .contains: return .value(.bool(TextSearch.contains(Array(text.utf8), wanted: Array(other.utf8))))
    default:
      let pattern: Pattern
      do throws(PatternError) {
        pattern = try Pattern(other)
      } catch {
        return .failure(EvaluationError("a bad pattern: \(error.message)", at: offset))
      }
      try charge(pattern.work + pattern.size * (text.utf8.count + 1) / 4, at: offset)
      return .value(.bool(pattern.matches(text)))
    }
  }

  private func substring(_ values: [Value], at offset: Int) -> Operand {
    guard case .string(let text) = values[0] else {
      return .failure(noOverload("substring", values: values[0], at: offset))
    }
    let scalars = text.unicodeScalars
    let count = Int64(scalars.count)
    var bounds = [0, count]
    for (index, value) in values.dropFirst().enumerated() {
      guard case .int(let number) = value else { return .failure(noOverload("substring", values: value, at: offset)) }
      bounds[index] = number
    }
    guard bounds[0] >= 0, bounds[0] <= bounds[1], bounds[1] <= count else {
      return .failure(
        EvaluationError(
          "substring: a text of \(count) characters has none from \(bounds[0]) to \(bounds[1])", at: offset))
    }
    return .value(
      .string(String(String.UnicodeScalarView(scalars.dropFirst(Int(bounds[0])).prefix(Int(bounds[1] - bounds[0]))))))
  }

  /// Replaces all occurrences in a text, or the first few.
  private mutating func replace(_ values: [Value], at offset: Int) throws(EvaluationError) -> Operand {
    guard case .string(let text) = values[0], case .string(let old) = values[1], case .string(let new) = values[2]
    else {
      return .failure(noOverload("replace", values: values[0], values[1], at: offset))
    }
    var left = Int64.max
    if values.count > 3 {
      guard case .int(let most) = values[3] else {
        return .failure(noOverload("replace", values: values[3], at: offset))
      }
      if most >= 0 { left = most }
    }
    let (bytes, part) = (Array(text.utf8), Array(old.utf8))
    var out: [UInt8] = []
    var index = 0
    if !part.isEmpty {
      try charge(part.count / 16, at: offset)
      for start in TextSearch.starts(of: part, in: bytes, limit: left) {
        out += bytes[index..<start] + Array(new.utf8)
        try charge(new.utf8.count / 16, at: offset)
        index = start + part.count
      }
      out += bytes[index...]
      return .value(.string(String(decoding: out, as: UTF8.self)))
    }
    // An empty text matches before and behind each character.
    while true {
      if left > 0 {
        left -= 1
        out += Array(new.utf8)
        try charge(new.utf8.count / 16, at: offset)
      }
      if index == bytes.count { break }
      repeat {
        out.append(bytes[index])
        index += 1
      } while index < bytes.count && bytes[index] & 0xC0 == 0x80
    }
    return .value(.string(String(decoding: out, as: UTF8.self)))
  }

  /// A list or map with a value at an index or key: it replaces the element there, or is added at the end.
  private mutating func put(_ values: [Value], at offset: Int) throws(EvaluationError) -> Operand {
    var key = values[1]
    // As in `list[index]`.
    if case .double(let number) = key, let index = Int64(exactly: number) { key = .int(index) }
    switch (values[0], key) {
    case (.list(let list), .int(let index)):
      var elements = list.elements
      try charge(elements.count, at: offset)
      guard index >= 0, index <= elements.count else {
        return .failure(EvaluationError("no such element: a list of \(elements.count) has no \(index)", at: offset))
      }
      if index == elements.count { elements.append(values[2]) } else { elements[Int(index)] = values[2] }
      return .value(.list(ListValue(elements)))
    case (.map(let map), .string):
      try charge(map.entries.count, at: offset)
      return .value(.map(map.setting(values[1], to: values[2])))
    default: return .failure(noOverload("put", values: values[0], values[1], at: offset))
    }
  }

  // MARK: Times

  private func part(_ function: Function, of duration: Duration) -> Int64 {
    switch function {
    case .getHours: duration.seconds / 3_600
    case .getMinutes: duration.seconds / 60
    case .getSeconds: duration.seconds
    default: Int64(duration.nanoseconds) / 1_000_000
    }
  }

  private func part(_ function: Function, of values: [Value], at offset: Int) -> Operand {
    guard case .timestamp(let time) = values[0] else {
      return .failure(noOverload(function.rawValue, values: values[0], at: offset))
    }
    var shift: Int64 = 0
    if values.count > 1 {
      guard case .string(let zone) = values[1], let found = TimeText.zoneOffset(zone) else {
        return .failure(EvaluationError("no such time zone; write UTC or an offset such as +01:00", at: offset))
      }
      shift = found
    }
    let civil = CivilTime(seconds: time.seconds + shift)
    let number: Int64
    switch function {
    case .getFullYear: number = civil.year
    case .getMonth: number = civil.month - 1
    case .getDate: number = civil.day
    case .getDayOfMonth: number = civil.day - 1
    case .getDayOfWeek: number = civil.weekday
    case .getDayOfYear: number = civil.dayOfYear
    case .getHours: number = civil.secondOfDay / 3_600
    case .getMinutes: number = civil.secondOfDay / 60 % 60
    case .getSeconds: number = civil.secondOfDay % 60
    default: number = Int64(time.nanoseconds) / 1_000_000
    }
    return .value(.int(number))
  }
}
