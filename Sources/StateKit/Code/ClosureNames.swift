internal import StateKitCore

/// The names of closures in a chart and its children: each has another one.
struct ClosureNames {
  private var counts: [Name: Int] = [:]
  private var used: Set<Name> = []
  /// The room for a number behind a name.
  private static let longestNumber = 16

  /// A new name for a closure of an owner. The closures of one owner have numbers; a long name loses its middle.
  mutating func next(_ owner: String) -> String {
    let owner = Self.cut(owner)
    while true {
      let count = (counts[Name(owner)] ?? 0) + 1
      counts[Name(owner)] = count
      let name = count == 1 ? owner : "\(owner) \(count)"
      if used.insert(Name(name)).inserted { return name }
    }
  }

  private static func cut(_ owner: String) -> String {
    let most = InputLimits.nameBytes - longestNumber
    if owner.utf8.count <= most { return owner }
    // A character may have four bytes.
    return DisplayText.cut(owner, to: most / 4)
  }
}
