import Testing

@testable import StateKitInterchange

/// Expressions of ECMAScript as CEL.
struct ScriptTests {
  private let scope = ScriptScope(
    names: NameMap([
      ("count", .number), ("name", .text), ("isOpen", .flag), ("list", .list), ("any", .unknown), ("string", .number),
      ("$x", .unknown), ("map", .map),
    ]), state: { $0 == "s" ? "root.s" : nil }, machineName: "m", defined: NameSet(["map", "list"]))

  @Test(
    arguments: [
      ("1 + 2 * 3", "1 + 2 * 3"), ("(1 + 2) * 3", "(1 + 2) * 3"), ("5 / 2", "double(5) / double(2)"),
      ("count === 3 && !isOpen", "count == 3 && !isOpen"), ("name + count", "name + scriptString(count)"),
      ("name + 5 + isOpen", "name + string(5) + string(isOpen)"),
      ("'it\\'s'", "'it\\'s'"), ("_event.data.x", "event.data.x"), ("_event.sendid", "event.sendId"),
      ("typeof any === 'undefined'", "any == null"), ("typeof nothing !== 'undefined'", "false"),
      ("typeof any.field == 'undefined'", "!has(any.field)"), ("unknown", "{}.unknown"), ("string + 1", "string_ + 1"),
      ("$x", "_24x"), ("list.length > 0", "size(list) > 0"), ("name.indexOf('a') !== -1", "name.contains('a')"),
      ("list.indexOf(3) < 0", "!(3 in list)"),
      ("list.indexOf(3) === 0", "size(list) > 0 && list[0] == 3"), ("name.indexOf('a') == 0", "name.startsWith('a')"),
      ("count > 1 ? 'a' : 'b'", "count > 1 ? 'a' : 'b'"),
      ("{a: 1, 'b': [1, 2]}", "{'a': 1, 'b': [1, 2]}"), ("In('s')", "isIn('root.s')"), ("In('other')", "false"),
      ("name || 'x'", "name != '' ? name : 'x'"), ("Math.pow(count, 3)", "count * count * count"), ("-count", "-count"),
      ("Math.min(1, count, 3)", "(1 < count ? 1 : count) < 3 ? (1 < count ? 1 : count) : 3"),
      (".5", "0.5"), ("a.b.c", "{}.a.b.c"), ("any['key']", "any['key']"), ("undefined == any", "null == any"),
      ("'data' in _event", "true"), ("'a' in any", "'a' in any"), ("any instanceof Array", "type(any) == list"),
      ("(count) / 2", "double(count) / double(2)"), ("null + 'x'", "scriptString(null) + 'x'"),
      ("(list ?? [1]).includes(2)", "2 in (list != null ? list : [1])"),
      ("[].concat(any, [1], 2)", "[] + (type(any) == list ? any : [any]) + [1] + [2]"),
      ("typeof _event === 'undefined'", "event.name == 'init'"), ("Math.trunc(count)", "int(count)"),
      ("Math.ceil(count)", "double(int(count)) >= double(count) ? int(count) : int(count) + 1"),
      ("0x10 + 0b11 + 0o17", "16 + 3 + 15"), ("'a😀'.length", "3"), ("typeof NaN", "'number'"),
      ("typeof NaN == 'number'", "true"), ("typeof list == 'object'", "list == null || type(list) in [list, map]"),
      ("name.substring(1)", "name.substring(size(name) < 1 ? size(name) : 1)"),
      ("name.substring(2, 1)", "name.substring(size(name) < 1 ? size(name) : 1, size(name) < 2 ? size(name) : 2)"),
      ("name.substring(-1, 1)", "name.substring(0, size(name) < 1 ? size(name) : 1)"),
      ("name.length", "utf16Size(name)"), ("any.length", "utf16Size(any)"), ("list.length", "size(list)"),
      ("typeof any.b == 'string'", "has(any.b) && type(any.b) == string"),
      ("typeof list[3] === 'undefined'", "!(3 < size(list))"), (#"'\ud83d\ude00'"#, "'😀'"), ("0.5 + 0", "0.5 + 0"),
      ("typeof any.b == 'object'", "has(any.b) && (any.b == null || type(any.b) in [list, map])"),
      (
        "typeof any.b",
        "!has(any.b) ? 'undefined' : any.b == null ? 'object' : type(any.b) == string ? 'string' : type(any.b) == bool ? 'boolean' : "
          + "type(any.b) in [int, double] ? 'number' : 'object'"
      ),
      ("name.substr(0, 2)", "name.substring(0, size(name) < 2 ? size(name) : 2)"),
      ("name.replace('a', 'b')", "name.replace('a', 'b', 1)"), ("name.replaceAll('a', 'b')", "name.replace('a', 'b')"),
      (
        "Math.round(count)",
        "double(count) - double(int(count)) >= 0.5 ? int(count) + 1 : "
          + "double(count) - double(int(count)) < -0.5 ? int(count) - 1 : int(count)"
      ),
      (
        "name.charAt(count / 2).length",
        """
        utf16Size(name.substring(int(double(count) / double(2)) < 0 ? 0 : size(name) < int(double(count) / double(2)) \
        ? size(name) : int(double(count) / double(2)), int(double(count) / double(2)) + 1 < 0 ? 0 : size(name) \
        < int(double(count) / double(2)) + 1 ? size(name) : int(double(count) / double(2)) + 1))
        """
      ),
    ])
  func `an expression is translated`(script: String, expected: String) throws {
    #expect(try ScriptTranslator.value(script, scope: scope).text == expected)
  }

  @Test(
    arguments: [
      ("count", "count != 0"), ("name", "name != ''"), ("isOpen", "isOpen"), ("any", "!(any in [null, false, 0, ''])"),
      ("null", "false"), ("list", "true"), ("count && name", "count != 0 && name != ''"), ("!count", "!(count != 0)"),
      ("_event", "event.name != 'init'"),
      ("0 / 0", "[double(0) / double(0)].exists(x, x < 0 || x > 0)"),
      ("!(count / 2 - 1)", "![double(count) / double(2) - 1].exists(x, x < 0 || x > 0)"),
      ("1 / count > 2", "double(1) / double(count) > 2"),
    ])
  func `a condition is what counts as true`(script: String, expected: String) throws {
    #expect(try ScriptTranslator.condition(script, scope: scope) == expected)
  }

  /// Forms whose translation repeats an operand: inside one another they end soon, at the limit of an expression if need be.
  @Test(
    arguments: [
      ("Math.floor(", ")"), ("Math.round(", ")"), ("Math.abs(", ")"), ("Math.max(1, ", ")"), ("typeof ", ""),
      ("Boolean(", ")"), ("!Boolean(", ")"), ("((", " && name) == name)"), ("(", " && isOpen) === isOpen"),
      ("(", " || 1)"),
      ("(", " ?? 1)"), ("any[", "]"), ("(1 in ", ")"), ("", ".substr(1, 2)"), ("", ".charAt(0)"), ("", ".b"),
      ("(", " ? 1 : 2)"),
    ])
  func `nested expressions are translated or refused in time`(before: String, after: String) {
    let nested = String(repeating: before, count: 60) + "any" + String(repeating: after, count: 60)
    for text in [
      try? ScriptTranslator.value(nested, scope: scope).text, try? ScriptTranslator.condition(nested, scope: scope),
    ] {
      #expect((text ?? "").utf8.count < 100_000)
    }
  }

  /// Members and elements that are absent are undefined there, which is false and equals null.
  @Test(
    arguments: [
      ("any.b", "has(any.b) && !(any.b in [null, false, 0, ''])"),
      ("!map.b", "!(has(map.b) && !(map.b in [null, false, 0, '']))"),
      ("any.b.c", "has(any.b) && has(any.b.c) && !(any.b.c in [null, false, 0, ''])"),
      ("list[3]", "3 < size(list) && !(list[3] in [null, false, 0, ''])"),
      ("map['b']", "'b' in map && !(map['b'] in [null, false, 0, ''])"),
      ("any.b == null", "!has(any.b) || any.b == null"), ("any.b != undefined", "has(any.b) && any.b != null"),
      ("any.b === null", "has(any.b) && any.b == null"), ("any.b === undefined", "!has(any.b)"),
      ("any.b !== undefined", "has(any.b)"), ("_event.nothing", "false"),
    ])
  func `a member that is absent counts as false`(script: String, expected: String) throws {
    #expect(try ScriptTranslator.condition(script, scope: scope) == expected)
  }

  @Test(
    arguments: [
      ("any.b || 5", "has(any.b) && !(any.b in [null, false, 0, '']) ? any.b : 5"),
      ("any.b ?? 5", "has(any.b) && any.b != null ? any.b : 5"),
      ("any.b && 5", "has(any.b) && !(any.b in [null, false, 0, '']) ? 5 : has(any.b) ? any.b : null"),
    ])
  func `a member that is absent gives way`(script: String, expected: String) throws {
    #expect(try ScriptTranslator.value(script, scope: scope).text == expected)
  }

  @Test(
    arguments: [
      ("i++", ScriptError.Kind.assignment), ("list + [1]", .script), ("'a' + map", .script), ("list == list", .script),
      ("map != {}", .script), ("0x1g", .script), ("010", .script), ("08", .script),
      (#"'\ud83d'"#, .script), ("name.replace('a', '$&')", .script), ("count = 3", .assignment),
      ("new Date()", .script),
      ("function () {}", .script),
      ("f(1)", .call), ("Math.floor(1, 2)", .call), ("Math.pow(2, any)", .call),
      ("Math.max(" + String(repeating: "count, ", count: 60) + "1)", .length),
      ("JSON.stringify(any)", .call), ("1 +", .syntax), ("'a", .syntax), ("name - 1", .script),
      ("[1, 2", .syntax), ("a b", .syntax), ("#", .syntax), ("/x/", .script), ("a => a", .script),
      ("1 & 2", .script), ("any?.b", .script), ("~1", .script), ("[...list]", .script), ("any ** 2", .script),
      ("return", .syntax), ("1 in list", .script), ("any instanceof Date", .script),
      ("(1, 2)", .script), ("1, 2", .script), ("list[0, 1]", .script), ("[1,,2].length", .script), ("[,]", .script),
      ("{['k']: 1}.k", .script), ("() => 1", .script), ("(a, b) => a", .script), ("{f() { return 1 }}", .script),
      ("{get x() { return 1 }}", .script), ("any ??= 1", .script), ("{*f() {}}", .script), ("\\u0061", .script),
      ("any &&= 1", .script), ("(1,)", .syntax),
      ("(1, 2", .syntax), ("[1,,2", .syntax), ("{['k']}", .syntax), ("{['k'}", .syntax), ("()", .syntax),
      (String(repeating: "(", count: 500), .script), (String(repeating: "!", count: 5000) + "a", .script),
      (String(repeating: "1+", count: 5000) + "1", .script),
    ])
  func `what cannot be said is refused`(script: String, kind: ScriptError.Kind) {
    #expect { _ = try ScriptTranslator.value(script, scope: scope) } throws: { error in
      (error as? ScriptError)?.kind == kind
    }
  }
}
