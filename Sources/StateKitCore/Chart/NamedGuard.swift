import CEL

/// A guard that `guards` declares.
package struct NamedGuard: Sendable {
  package let name: String
  /// The span of its name.
  package let span: SourceSpan
  /// The definition without parameters, as an index of `Chart.expressions`; -1 for a host guard.
  package let definition: Int32
  /// Its index among the host guards; nil if it has a definition.
  package let hostIndex: Int?

  /// The name of a guard in a composed expression; it may contain any byte.
  package static func reference(to name: NameID) -> String {
    "`\(name.rawValue)`"
  }

  /// The name of this guard in a composed expression.
  package var reference: String

  /// True if its definition depends on the parameters.
  package func readsParameters(in chart: Chart) -> Bool {
    definition >= 0 && chart.expressions[Int(definition)].text.utf8.includes(NamedGuards.parameters.utf8)
  }

  /// The name at the beginning of a composed expression.
  static func name(in composed: [UInt8]) -> NameID? {
    Int32(String(decoding: composed.dropFirst().prefix { $0 != UInt8(ascii: "`") }, as: UTF8.self)).map {
      NameID(rawValue: $0)
    }
  }
}

extension ChartBuilder {
  /// Declares the named guards for expressions: after the context, before any compilation.
  mutating func nameGuards() {
    if draft.guards.isEmpty { return }
    var definitions: [(name: String, definition: NamedGuards.Definition)] = []
    var hosts = 0
    for (id, span, definition) in draft.guards {
      let name = draft.names.text(id)
      if definition >= 0 { checkGuardName(name, at: span) }
      _ = data.guardSlots.intern(name)
      data.guards.append(
        NamedGuard(
          name: name, span: span, definition: definition, hostIndex: definition < 0 ? hosts : nil,
          reference: NamedGuard.reference(to: id)))
      if definition >= 0 {
        definitions.append((name, .expression(draft.expressions.text(definition))))
      } else {
        definitions.append((name, .host(Int32(hosts))))
        definitions.append((NamedGuard.reference(to: id), .host(Int32(hosts))))
        hosts += 1
      }
    }
    data.environment.guards = NamedGuards(definitions, in: data.environment)
  }

  /// Reports a guard's name that expressions use for something else, because it could never be asked.
  private func checkGuardName(_ name: String, at span: SourceSpan) {
    let what: String
    if name.utf8.elementsEqual("event".utf8) || name.utf8.elementsEqual(NamedGuards.parameters.utf8) {
      what = "\"\(name)\" has another meaning in expressions"
    } else if data.contextSlots.find(name) != nil {
      what = "\(DisplayText.quoted(name)) is also a key of the context"
    } else if !NamedGuards.canName(name, tests: ["isIn"]) {
      what = "expressions cannot name \(DisplayText.quoted(name))"
    } else {
      return
    }
    report(
      .badGuardName, at: span, message: what,
      help: "name a guard with a letter or _, then letters, digits and _, but not with a word of expressions")
  }

  /// Checks that `{"host": name}` names a guard that `guards` declares as null.
  mutating func checkHostGuards() {
    defer { draft.hostGuardUses = [] }
    let hosts = data.guards.filter { $0.hostIndex != nil }.map(\.name)
    let known = Set(hosts.map { Array($0.utf8) })
    for (id, span) in draft.hostGuardUses {
      let name = draft.names.text(id)
      if known.contains(Array(name.utf8)) { continue }
      report(
        .unknownGuard, at: span, message: "no host guard is named \(DisplayText.quoted(name))",
        help: "declare it: \"guards\": {\(DisplayText.quoted(name)): null}",
        fix: Suggestion.fix(for: name, among: hosts))
    }
  }
}
