// Longer than others: each test is a table of expressions.
@testable import CEL
import Testing

/// Expressions by themselves: what is found before they run, and that nothing they do can hurt.
@Suite struct ExpressionTests {
  private static let environment = {
    var environment = Environment(tests: ["isIn"])
    let variables: [(String, StaticType)] = [
      ("n", .int), ("d", .double), ("s", .string), ("b", .bool), ("list", .list), ("map", .map), ("any", .dyn),
      ("event", .record(StaticType.Record([.init("data", type: .int), .init("name", type: .string)]))),
    ]
    for (slot, variable) in variables.enumerated() {
      environment.add(Environment.Variable(name: variable.0, slot: slot, type: variable.1))
    }
    return environment
  }()

  private static let slots: [Value] = [
    .int(5), .double(1.5), .string("text"), .bool(true), .list(ListValue([.int(1), .int(2)])),
    .map(MapValue([(.string("k"), .int(7))])), .null,
    .map(MapValue([(.string("data"), .int(3)), (.string("name"), .string("e"))])),
  ]

  private func evaluate(_ text: String) -> String {
    let (program, errors) = Compiler.compile(Array(text.utf8), in: Self.environment)
    guard let program else { return "error: \(errors.first?.message ?? "")" }
    var evaluator = Evaluator()
    do throws(EvaluationError) {
      switch try evaluator.evaluate(program, slots: Self.slots, test: { _ in true }) {
      case .bool(let flag): return "\(flag)"
      case .int(let number): return "\(number)"
      case .double(let number): return "\(number)"
      case .string(let text): return "'\(text)'"
      case .list(let list): return "list of \(list.elements.count)"
      case let other: return "\(other)"
      }
    } catch {
      return "error at \(error.offset): \(error.message)"
    }
  }

  @Test(arguments: [
    ("n + d", "6.5"), ("d * n", "7.5"), ("n / 2", "2"), ("1 < 1.5 && 2.5 > 2", "true"), ("n == 5.0", "true"),
    ("n < 10 && s != 'x' || b", "true"), ("!(n < 10) || !b", "false"), ("!!b && isIn('x')", "true"),
    ("b ? n : d", "5"), ("(b ? n : n) < 5", "false"), ("(n > 9 || n == 5) == b", "true"),
    ("any == null", "true"), ("map.k + list[1]", "9"), ("has(map.k) && !has(map.z)", "true"), ("has(any.z)", "false"),
    ("[1].map(n, .n)[0]", "5"), ("has((b ? map : any).k)", "true"),
    ("list.map(x, list.map(y, x * y))[1][1]", "4"), ("list.filter(x, x > 1).size() == 1", "true"),
    ("'a' + 'e\\u0301' == 'a' + '\\u00e9'", "false"), ("size('e\\u0301')", "2"), ("s.matches('^t.x+t$')", "true"),
    ("'xaby'.matches('(?i)AB|c{2,3}')", "true"), ("'a\\nb'.matches('a.b')", "false"),
    ("'b'.matches('[^a-c]')", "false"),
    ("'foobar'.matches('^(foo|ba)*r$')", "true"), ("'aaa'.matches('^a{2}$')", "false"), ("''.matches('^$')", "true"),
    ("'é'.matches('^\\\\w$')", "false"), ("'a b'.matches('\\\\bb\\\\b')", "true"),
    ("'ab'.matches('(?:a)(?i:B)')", "true"),
    ("false && 1 / 0 > 0", "false"), ("1 / 0 > 0 && false", "false"), ("1 / 0 > 0 || true", "true"),
    ("timestamp('2024-02-29T12:00:00+02:00').getHours()", "10"), ("duration('1h30m').getMinutes()", "90"),
    ("string(duration('1.5s'))", "'1.5s'"), ("int('12') + int(3.9)", "15"), ("string(1.0) + string(1e30)", "'11e+30'"),
    ("'aé😀b'.substring(1)", "'é😀b'"), ("'aé😀b'.substring(1, 3)", "'é😀'"), ("''.substring(0, 0)", "''"),
    ("utf16Size('aé😀b')", "5"), ("utf16Size(list)", "2"), ("put([1, 2], 0, 'a')[0]", "'a'"),
    ("put([1], 1, 2)[1]", "2"), ("put([1, 2], 2 / 2.0, 'a')[1]", "'a'"), ("put({'a': 1}, 'b', 2)['b']", "2"),
    ("size(put({'a': 1}, 'a', 2))", "1"),
    ("'aaab'.replace('aab', 'x')", "'ax'"), ("'aaaa'.replace('aa', 'b', 1)", "'baa'"),
    ("'a.a.a'.replace('a', 'bc')", "'bc.bc.bc'"), ("'aaa'.replace('a', '', 2)", "'a'"),
    ("'é😀'.replace('', '-')", "'-é-😀-'"), ("'ab'.replace('b', 'x', 0)", "'ab'"),
    ("event.data + 1", "4"), ("n in list || 2 in list", "true"), ("'k' in map", "true"), ("-n", "-5"), ("- -n", "5"),
  ])
  func `expressions have values`(text: String, expected: String) {
    #expect(evaluate(text) == expected)
    // In a list there is no short way to the value.
    if expected != "list of 1" { #expect(evaluate("[\(text)][0]") == expected) }
  }

  /// The texts are those of `String(x)` in node.
  @Test(arguments: [
    ("1e20", "100000000000000000000"), ("1e21", "1e+21"), ("-1.5e21", "-1.5e+21"), ("0.000001", "0.000001"),
    ("1e-7", "1e-7"), ("-1.25e-7", "-1.25e-7"), ("-0.0", "0"), ("0.0", "0"), ("2.5", "2.5"), ("100.0", "100"),
    ("123456789012345680000.0", "123456789012345680000"), ("1234567.000001", "1234567.000001"), ("0.1", "0.1"),
    ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"), ("-0.00001234", "-0.00001234"),
    ("double('NaN')", "NaN"), ("1.0 / 0.0", "Infinity"), ("-1.0 / 0.0", "-Infinity"), ("n", "5"), ("b", "true"),
    ("s", "text"), ("null", "null"), ("any", "null"),
  ])
  func `a number is written as in ECMAScript`(value: String, expected: String) {
    let text = evaluate("scriptString(\(value))")
    #expect(text == (value == "s" ? evaluate("s") : "'\(expected)'"))
  }

  /// An expression, and the kinds and offsets of what is wrong with it.
  @Test(arguments: [
    ("n +", "syntax 3"), ("", "syntax 0"), ("n = 5", "syntax 2"), ("(n", "syntax 2"), ("'x", "syntax 0"),
    ("n n", "syntax 2"),
    ("if", "syntax 0"), ("[1, 2", "syntax 5"), ("f(,)", "syntax 2"), ("has(n)", "syntax 0"), ("isIn(s)", "syntax 0"),
    ("99999999999999999999", "syntax 0"), ("nn + 1", "unknownName 0"), ("event.dat", "unknownName 6"),
    ("foo(n)", "unknownFunction 0"), ("s.startWith('t')", "unknownFunction 2"), ("size()", "arity 0"),
    ("s.contains()", "arity 2"), ("n + s", "type 2"), ("n < s", "type 2"), ("!n", "type 0"), ("n && b", "type 0"),
    ("n ? 1 : 2", "type 0"), ("s.k", "type 2"), ("size(n)", "type 0"), ("n.all(x, true)", "type 2"),
    ("list.all(x, n)", "type 12"), ("-s", "type 0"), ("n in s", "type 2"), ("list['a']", "type 4"),
    ("n + d", ""), ("any + s", ""), ("has(event.zzz)", ""), ("list.exists(n, n > 1)", ""), ("d % 2", "type 2"),
    ("nn + mm", "unknownName 0, unknownName 5"), ("has(nn.k)", "unknownName 4"), ("has(event.dat.k)", "unknownName 10"),
    ("s.startsWith(1)", "type 13"), ("s.contains(['a'])", "type 11"), ("s.endsWith(list)", "type 11"),
    ("s.matches(n)", "type 10"), ("matches(s, n)", "type 11"), ("s.startsWith(null)", "type 13"),
    ("s.startsWith(any)", ""), ("any.startsWith(s)", ""), ("any.startsWith(n)", "type 15"),
    ("s.contains(b ? s : any)", ""), ("scriptString(null)", ""), ("string(null)", "type 0"),
    ("scriptString(list)", "type 0"), ("s.substring('a')", "type 12"), ("s.substring(0, 1.5)", "type 15"),
    ("s.substring(d)", "type 12"), ("s.substring(n, any)", ""), ("s.replace('a', n)", "type 15"),
    ("s.replace('a', s, d)", "type 18"), ("s.replace('a', s, n)", ""), ("put(list, 'a', 1)", "type 10"),
    ("put(map, n, 1)", "type 9"), ("put(list, d, n)", ""), ("put(any, s, n)", ""),
    ("timestamp(0).getHours(1)", "type 22"), ("duration('1s').getHours('UTC')", "type 24"),
    ("timestamp(0).getHours(s)", ""), ("list[1.5]", "type 5"), ("list[1.0]", ""), ("list[d]", ""),
    ("map[list]", "type 3"), ("map[null]", "type 3"), ("map[any]", ""), ("{1.5: 2}", "type 1"), ("{any: 2}", ""),
    ("list.contains(3)", "type 5"), ("s[0:2]", "syntax 3"), ("s[:2]", "syntax 2"),
    ("isinstance(n, str)", "unknownFunction 0"), ("n instanceof int", "syntax 2"), ("if b then n else d", "syntax 0"),
    ("has(map[nn].k)", "unknownName 8"), ("has(b ? map.k : map.z)", "syntax 0"), ("has(b && map.k)", "syntax 0"),
  ])
  func `errors are found before anything runs`(text: String, expected: String) {
    let errors = Compiler.compile(Array(text.utf8), in: Self.environment).errors
    #expect(errors.map { "\($0.kind) \($0.range.lowerBound)" }.joined(separator: ", ") == expected, "\(errors)")
  }

  @Test(arguments: [
    ("9223372036854775807 + n", "error at 20: integer overflow"),
    ("(-9223372036854775807 - 1) / -1", "error at 27: integer overflow"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("(-9223372036854775807 - 1) % -1", "error at 27: integer overflow"),
    ("-(-9223372036854775807 - 1)", "error at 0: integer overflow"), ("n / 0", "error at 2: division by zero"),
    ("n % 0", "error at 2: modulus by zero"), ("list[-1]", "error at 4: no such element: a list of 2"),
    ("list[2]", "error at 4: no such element: a list of 2"), ("list[d]", "error at 4: no such element: a list of 2"),
    ("map.z", "error at 4: no such key: z"), ("any.x", "error at 4: null_type has no fields"),
    ("int(1e300)", "error at 0: double cannot be made int: 1e+300"),
    ("int('x')", "error at 0: string cannot be made int: \"x\""),
    (
      "duration('9223372036854775.9us')",
      "error at 0: string cannot be made duration: \"9223372036854775.9us\""
    ),
    (
      "duration('-9223372036854.9999ms')",
      "error at 0: string cannot be made duration: \"-9223372036854.9999ms\""
    ),
    (
      "duration('99999999999999999999.5s')",
      "error at 0: string cannot be made duration: \"99999999999999999999.5s\""
    ),
    ("string(duration('9223372036854.5ms'))", "'9223372036.8545s'"), ("string(duration('.5s'))", "'0.5s'"),
    ("string(duration('1.s'))", "'1s'"),
    ("'ab'.substring(1, 3)", "error at 5: substring: a text of 2 characters has none from 1 to 3"),
    ("put([1], 3, 0)", "error at 0: no such element: a list of 1 has no 3"),
    ("put([1], 'a', 0)", "error at 0: \"put\" does not fit list and string"),
    ("'ab'.substring(-1)", "error at 5: substring: a text of 2 characters has none from -1 to 2"),
    ("s.matches('(')", "error at 2: a bad pattern: a ( is not closed"),
    ("s.matches('a{1001}')", "error at 2: a bad pattern: a repetition out of range"),
    ("s.matches('(?:(?:a{11}){7}b){13}')", "error at 2: a bad pattern: a repetition out of range"),
    ("s.matches('(?:(?:a|b{10,}){100}){2}')", "error at 2: a bad pattern: a repetition out of range"),
    ("'aaa'.matches('^(?:(?:a{0,10}){10}b{0}){10}$')", "true"),
    ("'a{01}'.matches('^a{01}$')", "true"), ("'a{1,02}'.matches('^a{1,02}$')", "true"),
    ("'a{,2}'.matches('^a{,2}$')", "true"), ("'a'.matches('^a{0,1}$')", "true"),
    ("{1: 2, 1.0: 3}", "error at 0: double cannot be a key"),
    ("{1: 2, 1: 3}", "error at 0: a map has the same key twice"),
    ("timestamp('2023-02-29T00:00:00Z')", "error at 0: string cannot be made timestamp: \"2023-02-29T00:00:00Z\""),
  ])
  func `errors are errors, never traps`(text: String, expected: String) {
    #expect(evaluate(text) == expected)
  }

  /// Each of these sets of characters is equal if case is ignored (Unicode's simple case folding); no two sets are.
  @Test(arguments: [
    "a A", "k K \u{212A}", "s S \u{17F}", "\u{E5} \u{C5} \u{212B}", "\u{DF} \u{1E9E}", "\u{B5} \u{3BC} \u{39C}",
    "\u{3C3} \u{3C2} \u{3A3}", "\u{1C4} \u{1C5} \u{1C6}", "\u{3B8} \u{3D1} \u{3F4} \u{398}",
    "\u{345} \u{3B9} \u{399} \u{1FBE}",
    "\u{1FB3} \u{1FBC}", "\u{1E61} \u{1E60} \u{1E9B}", "i I", "\u{131}", "\u{130}", "\u{13A0} \u{AB70}",
    "\u{43E} \u{41E} \u{1C82}",
  ])
  func `a pattern that ignores case finds all forms of a letter and no others`(set: String) {
    let forms = set.split(separator: " ")
    for form in forms {
      for other in forms {
        #expect(evaluate("'\(other)'.matches('^(?i)\(form)$')") == "true", "\(form) \(other)")
        #expect(evaluate("'\(other)'.matches('^(?i)[\(form)]$')") == "true", "[\(form)] \(other)")
        #expect(evaluate("'\(other)'.matches('^(?i)[^\(form)]$')") == "false", "[^\(form)] \(other)")
      }
      for other in ["z", "j", "\u{130}", "\u{131}", "\u{3A9}"] where !forms.contains(where: { $0 == other }) {
        #expect(evaluate("'\(other)'.matches('^(?i)\(form)$')") == "false", "\(form) \(other)")
      }
    }
  }

  @Test func `limits stop what would never end`() {
    let cost = "the expression costs more than 1000000 steps, the limit"
    let big = "[0,1,2,3,4,5,6,7,8,9]"
    let nested = "\(big).all(a, \(big).all(b, \(big).all(c, \(big).all(d, \(big).all(e, \(big).all(f, true))))))"
    #expect(evaluate(nested).hasSuffix(cost))
    // An error that is a limit is not made good by the other side.
    #expect(evaluate("\(nested) || true").hasSuffix(cost))
    var doubling = "s"
    for _ in 0..<14 { doubling = "[\(doubling)].map(x, x + x)[0]" }
    #expect(evaluate(doubling) == "'\(String(repeating: "text", count: 1 << 14))'")
    #expect(evaluate("'\(String(repeating: "a", count: 8_000))'.matches('(a+)+b')") == "false")
    #expect(
      evaluate(String(repeating: "(", count: 1_000_000))
        == "error: the expression has 1000000 bytes, the limit is 16384")
    #expect(evaluate(String(repeating: "(", count: 16_000)).hasPrefix("error: nested deeper than 100"))
    #expect(evaluate(String(repeating: "[", count: 16_000)).hasPrefix("error: nested deeper than 100"))
    #expect(evaluate(String(repeating: "!", count: 16_000) + "b") == "true")
    #expect(evaluate(String(repeating: "-", count: 16_001) + "n") == "-5")
    #expect(evaluate(String(repeating: "b?1:", count: 4_000) + "1").hasPrefix("error: nested deeper than 100"))
    #expect(evaluate("n" + String(repeating: "+1", count: 8_000)) == "8005")
    #expect(evaluate("b" + String(repeating: "&&b", count: 5_000)) == "true")
  }

  /// Expressions over a text `s` of 160,000 characters, and what they cost at least.
  private static let costs = [
    ("size(s)", 10_000), ("int(s)", 10_000), ("string(bytes(s))", 20_000), ("s < s", 10_000), ("s == s + ''", 20_000),
    ("[s] == [s + '']", 20_000), ("s in [s + '']", 20_000), ("s in {'a': 1}", 10_000), ("{'a': 1}[s]", 10_000),
    ("s.startsWith(s)", 20_000), ("s.matches('^a')", 80_000), ("s.matches('[ace]')", 120_000),
    ("s.matches('[acegikmoqsuwyACEGIKMOQSUWY]')", 200_000),
    ("''.matches('(?i)[\\u0100-\\u04e0]')", 3_900),
  ]

  @Test(arguments: costs) func `work that grows with a text is charged`(expression: String, least: Int) throws {
    let program = try #require(Compiler.compile(Array(expression.utf8), in: Self.environment).0, "\(expression)")
    var slots = Self.slots
    slots[2] = .string(String(repeating: "b", count: 160_000))
    var evaluator = Evaluator()
    _ = try? evaluator.evaluate(program, slots: slots, test: { _ in false })
    #expect(evaluator.meter.spent >= least, "\(expression): \(evaluator.meter.spent)")
  }

  /// Classes in any order, one range within another, next to another, or twice.
  @Test(arguments: [
    ("[x-zm-oa-c]", "abcmnoxyz", "dlpw"), ("[a-zd-f]", "abdefz", "A`{"), ("[a-bc-dz]", "abcdz", "ey"),
    ("[^x-zm-oa-c]", "dlpw", "abcmnoxyz"), ("(?i)[b-dM]", "bcdBCDmM", "aeLn"), ("[[:-@a]", "[:;@a", "9Ab"),
    ("[\\W_]", "_- ", "aZ0"), ("a|[b]|cd|", "abx", ""),
  ]) func `a class has the characters of its ranges`(pattern: String, inside: String, outside: String) {
    for (characters, isInside) in [(inside, "true"), (outside, "false")] {
      for character in characters {
        let escaped = pattern.replacing("\\", with: "\\\\")
        #expect(evaluate("'\(character)'.matches('^(\(escaped))')") == isInside, "\(pattern) \(character)")
      }
    }
  }

  /// RE2's syntax page, row by row: what is not supported is refused, and never taken for something else. Nil: refused.
  @Test(arguments: [
    ("[[:alpha:]]", "aZ"), ("[[:^alpha:]]", "1é"), ("[^[:digit:]]", "a"), ("[[:alnum:]_]", "a1_"), ("[[:ascii:]]", "~"),
    ("[[:blank:]]", "\t "), ("[[:cntrl:]]", "\u{7F}"), ("[[:graph:]]", "!~"), ("[[:lower:]]", "az"),
    ("(?i)[[:lower:]]", "aZ"), ("[[:print:]]", " ~"), ("[[:punct:]]", "!@[~"), ("[[:space:]]", "\t "),
    ("[[:upper:]]", "AZ"), ("[[:word:]]", "a_1"), ("[[:xdigit:]]", "fA0"), ("[[:foo:]]", nil), ("[[:alpha:]", nil),
    ("[[:a:b:]]", nil), ("[[:a]b:]", nil), ("[[:a]", "a:["), ("(?i)[[:^word:]]", "é"), ("(?i)\\w", "aK\u{17F}\u{212A}"),
    ("(?i)[\\w]", "\u{212A}"), ("(?i)[^\\W]", "\u{17F}"),
    ("a**", nil as String?), ("a*+", nil), ("a++", nil), ("a?+", nil), ("a*??", nil), ("a{2}{3}", nil), ("a{2}*", nil),
    ("(?:a*)*", "a"), ("a*?", "a"), ("a+?", "a"), ("a??", "a"), ("a{1,2}?", "a"), ("{2}", nil), ("a|*", nil),
    ("(?i)*", nil), ("a(?i)*", nil), ("a{,2}", "a{,2}"), ("{", "{"), ("a{2,1}", nil), ("a{1001}", nil),
    ("(?P<n>a)", "a"), ("(?<n>a)", "a"), ("(?P<n>a)(?P<n>b)", nil), ("(?<>a)", nil), ("(?<=a>b)", nil),
    ("(?<!a>b)", nil),
    ("(?'n'a)", nil), ("(?:a)", "a"), ("(?i)a", "aA"), ("(?i-s:a)", "A"), ("(?i-)a", nil), ("(?--i)a", nil),
    ("(?U)a+", nil), ("(?#text)", nil), ("(?=re)", nil), ("(?!re)", nil), ("(?>re)", nil), ("(?P=name)", nil),
    ("(?&n)", nil),
    ("(?R)", nil), ("(?|re)", nil), ("\\a\\f\\t\\n\\r\\v", "\u{7}\u{C}\t\n\r\u{B}"), ("\\*", "*"), ("\\123", nil),
    ("\\1", nil), ("\\0", nil), ("\\x41", "A"), ("\\x4", nil), ("\\x{41}", "A"), ("\\x{+1}", nil), ("\\x{}", nil),
    ("\\x{110000}", nil), ("\\C", nil), ("\\Q*\\E", nil), ("\\pL", nil), ("\\p{Greek}", nil), ("\\PN", nil),
    ("\\p{^Greek}", nil), ("[\\p{Greek}]", nil), ("[\\pN]", nil), ("\\_", nil), ("\\é", nil), ("\\—", nil),
    ("\\K", nil),
    ("\\G", nil), ("\\Z", nil), ("\\h", nil), ("\\R", nil), ("\\X", nil), ("\\N", nil), ("\\e", nil), ("\\cA", nil),
    ("\\u0041", nil), ("\\o{101}", nil), ("\\k<n>", nil), ("\\g1", nil), ("[\\b]", nil), ("[a-\\d]", nil),
    ("[\\d-z]", "-z1"),
    ("[z-a]", nil), ("[]a]", "]a"), ("[^\\D]", "1"), ("(", nil), (")", nil), ("[", nil), ("\\", nil),
  ]) func `RE2's syntax is right or refused`(pattern: String, matching: String?) {
    func literal(_ text: String) -> String {
      text.unicodeScalars.map { "\\u" + String(String(0x10000 + $0.value, radix: 16).dropFirst()) }.joined()
    }
    let whole = evaluate("'\(literal(matching ?? ""))'.matches('\(literal("^(?:\(pattern))+$"))')")
    if matching != nil { #expect(whole == "true", "\(pattern)") }
    let alone = evaluate("'a'.matches('\(literal(pattern))')")
    #expect(alone.contains("a bad pattern") == (matching == nil), "\(pattern): \(alone)")
  }

  @Test func `a value knows its size as if nothing in it were shared`() {
    var value = Value.list(ListValue([.int(1), .int(2)]))
    for _ in 0..<60 { value = .list(ListValue([value, value])) }
    #expect(value.nodes > ValueLimits.nodes)
    #expect(value.depth == 61)
    let (program, _) = Compiler.compile(Array("[any, any]".utf8), in: Self.environment)
    var slots = Self.slots
    slots[6] = value
    var evaluator = Evaluator()
    #expect(throws: EvaluationError.self) {
      if let program { _ = try evaluator.evaluate(program, slots: slots, test: { _ in false }) }
    }
  }

  @Test func `the short way through comparisons is the long way's`() throws {
    // The same expressions with and without a short way: `n + 0` takes it away.
    let parts = ["n < 5", "n >= 5", "b", "!b", "s == 'text'", "s != 'text'", "d > 1.0", "any == 1", "isIn('q')"]
    for a in parts {
      for b in parts {
        for text in ["\(a) && \(b)", "\(a) || \(b)", "!(\(a)) && \(b) || \(a)", "!(\(a) || \(b)) && !(\(b))"] {
          let long = text.replacing("n ", with: "(n + 0) ").replacing("b ", with: "(b && b) ").replacing(
            "any", with: "[any][0]"
          )
          .replacing("s ", with: "(s + '') ").replacing("d ", with: "(d + 0.0) ")
          #expect(evaluate(text) == evaluate(long), "\(text) and \(long)")
        }
      }
    }
  }

  @Test func `the short way to a program is the compiler's`() throws {
    // With a space in front the short way is not taken.
    let relations = ["<", "<=", ">", ">=", "==", "!=", "=", "!", "=<", "in", "+", ""]
    let numbers = [
      "5", "0", "05", "1234567890", "12345678901", "9223372036854775807", "9223372036854775808", "5u", "5.0", "-1", "",
    ]
    for name in ["n", "d", "any", "list", "nobody", "true", "n2", "2n", "event.data"] {
      for relation in relations {
        for number in numbers {
          for text in [
            "\(name)\(relation)\(number)", "\(name) \(relation)  \(number)", "\(name) \(relation) \(number) ",
          ] {
            let short = Compiler.compile(Array(text.utf8), in: Self.environment)
            let long = Compiler.compile(Array((" " + text).utf8), in: Self.environment)
            #expect(short.errors.map(\.message) == long.errors.map(\.message), "\(text)")
            #expect(short.errors.map { $0.range.lowerBound + 1 } == long.errors.map(\.range.lowerBound), "\(text)")
            guard let a = short.program, let b = long.program else {
              #expect(short.program == nil && long.program == nil, "\(text)")
              continue
            }
            #expect(a.type == b.type && a.slots == b.slots, "\(text)")
            #expect("\(a.code.constants)" == "\(b.code.constants)", "\(text)")
            for value in [.int(4), .int(5), .double(5), .uint(5), .null, .string("5"), .int(.max)] as [Value] {
              let slots = [Value](repeating: value, count: 8)
              #expect(outcome(a, slots, shift: 1) == outcome(b, slots, shift: 0), "\(text) for \(value)")
            }
          }
        }
      }
    }
  }

  /// What a program comes to, an error's offset changed by `shift`.
  private func outcome(_ program: Program, _ slots: [Value], shift: Int) -> String {
    var evaluator = Evaluator()
    do throws(EvaluationError) {
      return "\(try evaluator.evaluate(program, slots: slots, test: { _ in false }))"
    } catch {
      return "\(error.offset + shift): \(error.message)"
    }
  }
}
