/// The open documents in the order in which they were opened, found by their URIs and paths. Each step takes a time that
/// does not depend on the number of documents.
struct OpenDocuments {
  /// The documents by their numbers, in the order in which they were opened.
  private var documents: [Int: OpenDocument] = [:]
  private var nextNumber = 0
  private var numberOfURI: [[UInt8]: Int] = [:]
  /// The numbers of the documents of a path, in order: URIs can differ and have one path.
  private var numbersOfPath: [[UInt8]: [Int]] = [:]
  /// The keys of the files that checks have opened, with the numbers of the documents that were checked.
  private var dependents: [[UInt8]: Set<Int>] = [:]
  /// The numbers of documents with findings that the client does not have.
  private var unpublished: Set<Int> = []
  /// True if a document was checked since all became unchecked.
  private var hasChecked = false
  /// The sum of their sizes.
  private(set) var bytes = 0

  var count: Int { documents.count }

  var all: [OpenDocument] { documents.keys.sorted().compactMap { documents[$0] } }

  func document(uri: String) -> OpenDocument? { numberOfURI[Array(uri.utf8)].flatMap { documents[$0] } }

  /// The first document of a path.
  func document(key: [UInt8]) -> OpenDocument? { numbersOfPath[key]?.first.flatMap { documents[$0] } }

  mutating func append(_ document: OpenDocument) {
    documents[nextNumber] = document
    bytes += document.size
    numberOfURI[Array(document.uri.utf8)] = nextNumber
    numbersOfPath[document.key, default: []].append(nextNumber)
    unpublished.insert(nextNumber)
    nextNumber += 1
  }

  mutating func remove(_ document: OpenDocument) {
    guard let number = numberOfURI.removeValue(forKey: Array(document.uri.utf8)) else { return }
    documents[number] = nil
    bytes -= document.size
    numbersOfPath[document.key]?.removeAll { $0 == number }
    if numbersOfPath[document.key]?.isEmpty == true { numbersOfPath[document.key] = nil }
    forget(document.needs, of: number)
    unpublished.remove(number)
  }

  private func number(of document: OpenDocument) -> Int? { numberOfURI[Array(document.uri.utf8)] }

  /// Counts a document again, of which the text had another size.
  mutating func resize(_ document: OpenDocument, from size: Int) { bytes += document.size - size }

  // MARK: Findings

  /// Records the files that the check of a document has opened.
  mutating func setNeeds(_ needs: Set<[UInt8]>, of document: OpenDocument) {
    guard let number = number(of: document) else { return }
    hasChecked = true
    forget(document.needs, of: number)
    document.needs = needs
    for key in needs { dependents[key, default: []].insert(number) }
  }

  private mutating func forget(_ needs: Set<[UInt8]>, of number: Int) {
    for key in needs {
      dependents[key]?.remove(number)
      if dependents[key]?.isEmpty == true { dependents[key] = nil }
    }
  }

  /// Marks a document as unchecked.
  mutating func uncheck(_ document: OpenDocument) {
    document.becomeUnchecked()
    if let number = number(of: document) { unpublished.insert(number) }
  }

  /// Marks the documents as unchecked whose last check has opened a file.
  mutating func uncheck(dependingOn changed: OpenDocument) {
    for number in dependents[changed.key] ?? [] {
      guard let document = documents[number], document !== changed, document.isPublished || document.isChecked else {
        continue
      }
      document.becomeUnchecked()
      unpublished.insert(number)
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
    let waiting = unpublished.sorted().compactMap { documents[$0] }
    unpublished = []
    return waiting
  }
}
