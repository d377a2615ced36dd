/// The options that affect what the lines of a journal do.
enum JournalOptions {
  /// The options in which this run and the first run of the journal differ.
  static func difference(of options: [String], from theirs: [String]) -> String {
    let lost = theirs.filter { !options.contains($0) }
    let added = options.filter { !theirs.contains($0) }
    if lost.isEmpty, added.isEmpty { return "the same options in another order" }
    let begun = lost.isEmpty ? "no such option" : lost.joined(separator: " ")
    return begun + ", and this run has " + (added.isEmpty ? "no such option" : added.joined(separator: " "))
  }
}
