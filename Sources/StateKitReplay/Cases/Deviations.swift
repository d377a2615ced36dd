import CEL
import StateKitCore

/// The kinds of deviations found, each with how often and an example case.
struct Deviations {
  struct Kind: Hashable {
    let event: Int32
    let configuration: Int32
    var outcome = Outcome.handled
    /// The reason why the event was rejected, by its index; -1 for none.
    var reason: Int32 = -1
    /// The state that the log says, by the index of its name; -1 if that is not the deviation.
    var state: Int32 = -1
    /// The actions that the log says and those of the chart, by their indices; -1 if these are not the deviation.
    var said: Int32 = -1
    var done: Int32 = -1
  }

  struct Found {
    let kind: Kind
    var count = 0
    /// The name of a case: the shortest one, and of equally short ones the first by bytes.
    var example: [UInt8] = []
    /// The position of the example in the table of cases.
    var place: UInt = 0
  }

  private(set) var found: [Found] = []
  private var indices: [Kind: Int32] = [:]
  private var reasons = NameTable()
  /// The limit of kinds with what the log says. Further ones are counted under the index of all further texts.
  private let most: Int

  init(most: Int) {
    self.most = most
  }

  /// The index of the reason of a rejection; -1 for none, and for those beyond the limit.
  mutating func reason(_ text: String?) -> Int32 {
    guard let text else { return -1 }
    let bytes = text.utf8Bytes.span
    return (reasons.count < most ? reasons.intern(bytes) : reasons.find(bytes))?.rawValue ?? -1
  }

  func text(ofReason index: Int32) -> [UInt8] {
    index < 0 ? [] : Array(reasons.text(NameID(rawValue: index)).utf8)
  }

  /// The index of a kind; -1 if the event was handled and nothing else is said.
  mutating func index(_ kind: Kind) -> Int32 {
    if kind.outcome == .handled, kind.state < 0, kind.said < 0 { return -1 }
    if let known = indices[kind] { return known }
    var kind = kind
    if found.count >= most, kind.state >= 0 || kind.said >= 0 {
      if kind.state >= 0 { kind.state = Int32(most) }
      if kind.said >= 0 { (kind.said, kind.done) = (Int32(most), Int32(most)) }
      if let known = indices[kind] { return known }
    }
    let index = Int32(found.count)
    indices[kind] = index
    found.append(Found(kind: kind))
    return index
  }

  @inline(__always) @unsafe mutating func count(_ kind: Int32, id: UnsafeBufferPointer<UInt8>) {
    let index = Int(kind)
    found[index].count += 1
    // The events of one case have its name at one place; a long name is compared once.
    let place = UInt(bitPattern: id.baseAddress)
    if found[index].place == place { return }
    if unsafe found[index].count == 1 || Self.precedes(id, other: found[index].example) {
      found[index].example = unsafe Array(id)
      found[index].place = place
    }
  }

  @unsafe private static func precedes(_ id: UnsafeBufferPointer<UInt8>, other: [UInt8]) -> Bool {
    if id.count != other.count { return id.count < other.count }
    return unsafe id.lexicographicallyPrecedes(other)
  }
}
