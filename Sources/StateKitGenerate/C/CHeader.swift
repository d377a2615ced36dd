/// The memory that a machine takes, read off the header.
enum CHeader {
  /// The bytes of a type in a header, where each type is aligned to its own size. `counts`: constants that no `#define`
  /// of the header names.
  static func size(of type: String, in header: String, counts: [String: Int]) -> Int {
    var counts = counts
    struct Layout {
      var isUnion = false
      var isEnum = false
      var end = 0
      var alignment = 1
      var size: Int { isEnum ? 4 : (end + alignment - 1) / alignment * alignment }

      mutating func add(_ other: Layout, count: Int = 1) {
        let begin = isUnion ? 0 : (end + other.alignment - 1) / other.alignment * other.alignment
        end = max(end, begin + other.size * count)
        alignment = max(alignment, other.alignment)
      }
    }
    var types: [Substring: Layout] = [:]
    for (name, size) in [("bool", 1), ("char", 1), ("int16_t", 2), ("int64_t", 8), ("uint64_t", 8), ("double", 8)] {
      types[Substring(name)] = Layout(end: size, alignment: size)
    }
    var open: [Layout] = []
    for line in header.split(separator: "\n") {
      let words = line.split { " ;[]".contains($0) }
      if words.first == "#define", words.count > 2 {
        counts[String(words[1])] = Int(words[2])
      } else if words.last == "{" {
        let isEnum = words.contains("enum")
        open.append(Layout(isUnion: words.contains("union"), isEnum: isEnum, alignment: isEnum ? 4 : 1))
      } else if words.first == "}", let done = open.popLast(), words.count > 1 {
        if open.isEmpty { types[words[1]] = done } else { open[open.count - 1].add(done) }
      } else if !open.isEmpty, words.count > 1, let member = types[words[0]] {
        let brackets = words.dropFirst(2).prefix { $0 != "/*" }
        let count = brackets.reduce(1) { $0 * (counts[String($1)] ?? Int($1) ?? 1) }
        open[open.count - 1].add(member, count: count)
      }
    }
    return types[Substring(type)]?.size ?? 0
  }
}
