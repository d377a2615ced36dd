/// The open documents in the order in which they were opened, found by their URIs and paths. Each step takes a time that
/// does not depend on the number of documents.
struct OpenDocuments {
  /// nil for a document that was closed.
  private var slots: [OpenDocument?] = []
  private(set) var count = 0
  private var slotOfURI: [[UInt8]: Int] = [:]
  /// The slots of the documents of a path, in order: URIs can differ and have one path.
  private var slotsOfPath: [[UInt8]: [Int]] = [:]
  /// The keys of the files that checks have opened, with the slots of the documents that were checked.
  private var dependents: [[UInt8]: Set<Int>] = [:]
  /// The slots of documents with findings that the client does not have.
  private var unpublished: Set<Int> = []
  /// True if a document was checked since all became unchecked.
  private var hasChecked = false
  /// The sum of their sizes.
  private(set) var bytes = 0

  var all: [OpenDocument] { slots.compactMap(\.self) }

  func document(uri: String) -> OpenDocument? { slotOfURI[Array(uri.utf8)].flatMap { slots[$0] } }

  /// The first document of a path.
  func document(key: [UInt8]) -> OpenDocument? { slotsOfPath[key]?.first.flatMap { slots[$0] } }

  mutating func append(_ document: OpenDocument) {
    let slot = slots.count
    slots.append(document)
    count += 1
    bytes += document.size
    slotOfURI[Array(document.uri.utf8)] = slot
    slotsOfPath[document.key, default: []].append(slot)
    unpublished.insert(slot)
  }

  mutating func remove(_ document: OpenDocument) {
    guard let slot = slotOfURI.removeValue(forKey: Array(document.uri.utf8)) else { return }
    slots[slot] = nil
    count -= 1
    bytes -= document.size
    slotsOfPath[document.key]?.removeAll { $0 == slot }
    if slotsOfPath[document.key]?.isEmpty == true { slotsOfPath[document.key] = nil }
    forget(document.needs, of: slot)
    unpublished.remove(slot)
    if slots.count > 64, slots.count > 2 * count { compact() }
  }

  /// Gives the documents new slots, without those that were closed.
  private mutating func compact() {
    let (open, waiting) = (all, unpublished.compactMap { slots[$0] })
    let hadChecked = hasChecked
    self = OpenDocuments()
    hasChecked = hadChecked
    for document in open { append(document) }
    unpublished = []
    for document in waiting { if let slot = slot(of: document) { unpublished.insert(slot) } }
    for document in open { note(document.needs, of: document) }
  }

  private func slot(of document: OpenDocument) -> Int? { slotOfURI[Array(document.uri.utf8)] }

  /// Counts a document again, of which the text had another size.
  mutating func resize(_ document: OpenDocument, from size: Int) { bytes += document.size - size }

  // MARK: Findings

  /// Records the files that the check of a document has opened.
  mutating func setNeeds(_ needs: Set<[UInt8]>, of document: OpenDocument) {
    guard let slot = slot(of: document) else { return }
    hasChecked = true
    forget(document.needs, of: slot)
    document.needs = needs
    note(needs, of: document)
  }

  private mutating func note(_ needs: Set<[UInt8]>, of document: OpenDocument) {
    guard let slot = slot(of: document) else { return }
    for key in needs { dependents[key, default: []].insert(slot) }
  }

  private mutating func forget(_ needs: Set<[UInt8]>, of slot: Int) {
    for key in needs {
      dependents[key]?.remove(slot)
      if dependents[key]?.isEmpty == true { dependents[key] = nil }
    }
  }

  /// Marks a document as unchecked.
  mutating func uncheck(_ document: OpenDocument) {
    document.becomeUnchecked()
    if let slot = slot(of: document) { unpublished.insert(slot) }
  }

  /// Marks the documents as unchecked whose last check has opened a file.
  mutating func uncheck(dependingOn changed: OpenDocument) {
    for slot in dependents[changed.key] ?? [] {
      guard let document = slots[slot], document !== changed, document.isPublished || document.isChecked else {
        continue
      }
      document.becomeUnchecked()
      unpublished.insert(slot)
    }
  }

  mutating func uncheckAll() {
    // Many messages can ask for it before the next check.
    if !hasChecked { return }
    hasChecked = false
    for document in all { uncheck(document) }
  }

  /// The documents with findings that the client does not have, in order; they count as published then.
  mutating func takeUnpublished() -> [OpenDocument] {
    let waiting = unpublished.sorted().compactMap { slots[$0] }
    unpublished = []
    return waiting
  }
}
