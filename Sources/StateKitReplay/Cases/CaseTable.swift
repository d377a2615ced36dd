import StateKitCore

/// The cases of a log by their names. Each case has 64 bytes and an entry of a hash table, in memory that does not
/// move as it grows.
@safe struct CaseTable: ~Copyable {
  /// The data of one case between two of its events.
  struct Case {
    /// The start of the clock of its state, in milliseconds.
    var anchor: Int64
    /// The time of its last event; `LogTime.unknown` until an event has one.
    var last: Int64
    /// The index of its shared state, or ~index of its own state.
    var standing: Int32
    fileprivate var idCount: Int32
    /// The name if it fits, else its position.
    fileprivate var id: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
  }

  /// Marks a case without any event yet.
  static let unborn = Int32.min

  private struct Slot: TableSlot {
    var hash: UInt32
    /// The number of the case plus 1; 0 for an empty slot.
    var number: UInt32

    static let empty = Slot(hash: 0, number: 0)
    var isEmpty: Bool { number == 0 }
  }

  private static let idOffset = MemoryLayout<Case>.size - inlineBytes
  private static let pageShift = 14
  private static let inlineBytes = 40
  private static let textPage = 1 << 20

  private var pages: [UnsafeMutablePointer<Case>] = unsafe []
  private var texts: [UnsafeMutableRawPointer] = unsafe []
  private var textUsed = CaseTable.textPage
  private var table = SlotTable<Slot>(capacity: 1 << 10)

  var count: Int { table.count }

  deinit {
    for index in unsafe pages.indices { unsafe pages[index].deallocate() }
    for index in unsafe texts.indices { unsafe texts[index].deallocate() }
  }

  /// A case by its number.
  @inline(__always) @unsafe func pointer(_ number: Int) -> UnsafeMutablePointer<Case> {
    unsafe pages[number >> Self.pageShift] + (number & (1 << Self.pageShift - 1))
  }

  /// The case with a name; adds it if it is new.
  @inline(__always)
  @unsafe mutating func find(_ hash: UInt64, id: UnsafePointer<UInt8>, length: Int) -> UnsafeMutablePointer<Case> {
    let short = UInt32(truncatingIfNeeded: hash)
    let name = unsafe UnsafeBufferPointer(start: id, count: length)
    let index = table.index(Int(short)) { slot in
      unsafe slot.hash == short && Self.id(of: pointer(Int(slot.number) - 1)).span.equals(name.span)
    }
    let slot = table.slots[index]
    return unsafe slot.isEmpty ? insert(short, id: id, length: length, at: index) : pointer(Int(slot.number) - 1)
  }

  /// The position of the name of a case.
  @inline(__always) @unsafe private static func idBytes(_ found: UnsafeMutablePointer<Case>) -> UnsafeRawPointer {
    let inline = unsafe UnsafeRawPointer(found) + Self.idOffset
    if unsafe Int(found.pointee.idCount) <= inlineBytes { return unsafe inline }
    return unsafe UnsafeRawPointer(bitPattern: UInt(found.pointee.id.0)) ?? inline
  }

  /// The name of a case.
  @unsafe static func id(of found: UnsafeMutablePointer<Case>) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: idBytes(found).assumingMemoryBound(to: UInt8.self), count: Int(found.pointee.idCount))
  }

  @inline(never)
  @unsafe private mutating func insert(
    _ hash: UInt32, id: UnsafePointer<UInt8>, length: Int, at index: Int
  ) -> UnsafeMutablePointer<Case> {
    if unsafe count >> Self.pageShift == pages.count {
      unsafe pages.append(.allocate(capacity: 1 << Self.pageShift))
    }
    let made = unsafe pointer(count)
    unsafe made.initialize(
      to: Case(
        anchor: LogTime.unknown, last: LogTime.unknown, standing: Self.unborn,
        idCount: Int32(truncatingIfNeeded: length)))
    if length <= Self.inlineBytes {
      let inline = unsafe UnsafeMutableRawPointer(made) + Self.idOffset
      unsafe inline.copyMemory(from: id, byteCount: length)
    } else {
      if textUsed + length > Self.textPage {
        unsafe texts.append(.allocate(byteCount: max(Self.textPage, length), alignment: 8))
        textUsed = 0
      }
      let room = unsafe texts[texts.count - 1] + textUsed
      unsafe room.copyMemory(from: id, byteCount: length)
      textUsed += length
      unsafe made.pointee.id.0 = UInt64(UInt(bitPattern: room))
    }
    table.put(Slot(hash: hash, number: UInt32(truncatingIfNeeded: count + 1)), at: index)
    // Fuller than other tables: there may be very many cases.
    if count * 4 > table.slots.count * 3 { grow() }
    return unsafe made
  }

  private mutating func grow() {
    let old = table.slots
    table.clear(capacity: old.count * 2)
    for slot in old where !slot.isEmpty { table.insert(slot, hash: Int(slot.hash)) }
  }
}
