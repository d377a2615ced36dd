import CEL

/// The part of a pool that a run has taken; given back when the run is gone.
final class MemoryShare {
  let pool: MemoryPool
  /// Bytes.
  private(set) var taken = 0
  /// Taken at once where there is room, so that threads seldom meet at the pool.
  private static let block = 64 << 10

  init(_ pool: MemoryPool) {
    self.pool = pool
  }

  deinit { pool.give(taken) }

  /// Takes as much as is missing to `bytes`; false where there is no room.
  func grow(to bytes: Int) -> Bool {
    let missing = bytes - taken
    if missing <= 0 { return true }
    if pool.take(missing + Self.block) {
      taken += missing + Self.block
    } else if pool.take(missing) {
      taken = bytes
    } else {
      return false
    }
    return true
  }

  /// Takes, or gives back, what makes `bytes`, with as little left over as is worth it.
  func settle(at bytes: Int) {
    if bytes > taken {
      pool.takeAnyway(bytes - taken)
      taken = bytes
    } else if taken - bytes > 4 * Self.block {
      pool.give(taken - bytes - Self.block)
      taken = bytes + Self.block
    }
  }
}

/// What the machines of a run hold, and this one among them. Every value counts in full for each of its holders.
struct MemoryUse {
  /// Bytes of all machines of the family.
  private(set) var held = 0
  /// Bytes of this machine, those of its children apart.
  private(set) var own = 0
  private var granted = 0
  private let share: MemoryShare

  init(_ pool: MemoryPool) {
    share = MemoryShare(pool)
  }

  var pool: MemoryPool { share.pool }

  /// Holds `bytes` more, or fewer; false, with nothing held, where that is more than there may be.
  @inline(__always)
  mutating func hold(_ bytes: Int) -> Bool {
    held &+= bytes
    own &+= bytes
    return held <= granted || bytes <= 0 || grow(bytes)
  }

  /// Holds what is there already.
  @inline(__always)
  mutating func holdAnyway(_ bytes: Int) {
    held &+= bytes
    own &+= bytes
  }

  @inline(__always)
  mutating func release(_ bytes: Int) {
    held &-= bytes
    own &-= bytes
  }

  /// Whether that many bytes more could be held now.
  mutating func admits(_ bytes: Int) -> Bool {
    if held + bytes <= granted { return true }
    defer { granted = share.taken }
    return share.grow(to: held + bytes)
  }

  @inline(never)
  private mutating func grow(_ bytes: Int) -> Bool {
    let fits = share.grow(to: held)
    granted = share.taken
    if !fits { release(bytes) }
    return fits
  }

  /// Between lines: the share is made what is held.
  mutating func settle() {
    share.settle(at: held)
    granted = share.taken
  }

  // MARK: Families

  /// Goes on for another machine of the family, which holds `own` itself.
  mutating func goOn(from other: borrowing MemoryUse, own: Int) {
    held = other.held
    granted = other.granted
    self.own = own
  }

  /// Takes over what another machine of the family has made of it.
  mutating func goOn(from other: borrowing MemoryUse) {
    held = other.held
    granted = other.granted
  }

  /// What stands between the machines, or in one of them that does not run: `bytes` more of it, or fewer.
  mutating func holdForAll(_ bytes: Int) {
    held &+= bytes
  }

  /// What the machine was.
  mutating func restore(held: Int, own: Int) {
    self.held = held
    self.own = own
  }
}

/// What a script line has cost, and what the machines hold.
struct LineUse {
  private(set) var meter: CostMeter
  private(set) var memory: MemoryUse

  init(_ limits: Limits) {
    meter = CostMeter(limit: limits.cost)
    memory = MemoryUse(limits.memory)
  }

  mutating func goOn(from data: borrowing DataModel) {
    meter.goOn(from: data.meter)
    memory.goOn(from: data.memory)
  }
}
