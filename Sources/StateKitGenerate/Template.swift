/// Chooses the lines of a text that a chart needs, and puts in what is the chart's own.
///
/// The lines from `#? A B` to `#end` are written if the chart needs A or B; `!A` stands for a chart that does not need A.
/// `#? A | LINE` is one such line. `#insert NAME` is replaced by lines of the chart, with the indentation of `#insert`.
/// `$name` is replaced by a value; without a value, the space behind it is left out, too. Of several empty lines one is left.
struct Template {
  var needs: Set<String>
  var values: [String: String]
  var inserts: [String: [String]] = [:]

  func text(_ template: [UInt8]) -> String {
    let template = String(decoding: template, as: UTF8.self)
    var text = ""
    // For each open section, whether it is written.
    var sections: [Bool] = []
    for line in template.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }
      let bare = line.dropFirst(indent.count)
      let isWritten = sections.last ?? true
      if bare.hasPrefix("#? ") {
        let parts = bare.dropFirst(3).split(separator: "|", maxSplits: 1)
        let isNeeded = isWritten && parts[0].split(separator: " ").contains(where: isNeeded)
        if parts.count == 1 {
          sections.append(isNeeded)
        } else if isNeeded {
          text += indent + filled(parts[1].dropFirst()) + "\n"
        }
      } else if bare == "#end" {
        _ = sections.popLast()
      } else if isWritten, bare.hasPrefix("#insert ") {
        for inserted in inserts[String(bare.dropFirst(8))] ?? [] {
          text += (inserted.isEmpty ? "" : indent + inserted) + "\n"
        }
      } else if isWritten, !line.isEmpty || !text.hasSuffix("\n\n") {
        text += filled(line) + "\n"
      }
    }
    return String(text.dropLast())
  }

  private func isNeeded(_ word: Substring) -> Bool {
    word.hasPrefix("!") ? !needs.contains(String(word.dropFirst())) : needs.contains(String(word))
  }

  /// A line with the values of its names.
  private func filled(_ line: Substring) -> String {
    let parts = line.split(separator: "$", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { filled, part in
      let name = part.prefix { $0.isLetter }
      let rest = part.dropFirst(name.count)
      if let value = values[String(name)] {
        filled += value + (value.isEmpty && rest.first == " " ? rest.dropFirst() : rest)
      } else {
        filled += "$" + part
      }
    }
  }
}
