/// Chooses the lines of a text in C that a chart needs, and puts in what is the chart's own.
///
/// `$p` and `$P` stand for the prefix of the chart in small and capital letters. The lines from `#? A B` to `#end` are
/// written if the chart needs A or B; `!A` stands for a chart that does not need A. `#? A | LINE` is one such line.
/// `#insert NAME` stands for lines of the chart. Of several empty lines one is left.
struct CTemplate {
  let model: CModel
  var inserts: [String: String] = [:]

  func text(_ template: String) -> String {
    var lines: [String] = []
    // For each open section, whether it is written.
    var sections: [Bool] = []
    for line in template.split(separator: "\n", omittingEmptySubsequences: false) {
      let bare = line.drop { $0 == " " }
      let isWritten = sections.last ?? true
      if bare.hasPrefix("#? ") {
        let parts = bare.dropFirst(3).split(separator: "|", maxSplits: 1)
        let isNeeded = isWritten && parts[0].split(separator: " ").contains { needs($0) }
        if parts.count == 1 {
          sections.append(isNeeded)
        } else if isNeeded {
          lines.append(filled(line.prefix { $0 == " " } + parts[1].dropFirst()))
        }
      } else if bare == "#end" {
        _ = sections.popLast()
      } else if isWritten, bare.hasPrefix("#insert ") {
        let text = inserts[String(bare.dropFirst(8))] ?? ""
        if !text.isEmpty { lines.append(text) }
      } else if isWritten {
        lines.append(filled(line))
      }
    }
    var text = ""
    for line in lines.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    where !line.isEmpty || !text.hasSuffix("\n\n") {
      text += line + "\n"
    }
    return String(text.dropLast())
  }

  private func needs(_ word: Substring) -> Bool {
    word.hasPrefix("!") ? !model.needs.contains(String(word.dropFirst())) : model.needs.contains(String(word))
  }

  private func filled(_ line: Substring) -> String {
    let parts = line.split(separator: "$", omittingEmptySubsequences: false)
    var filled = String(parts[0])
    for part in parts.dropFirst() {
      filled += part.hasPrefix("P") ? model.capitals : model.prefix
      filled += part.dropFirst()
    }
    return filled
  }
}
