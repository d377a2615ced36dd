import CEL

/// The part of a pool that a run has reserved; returned when it is deallocated.
final class MemoryShare {
  let pool: MemoryPool
  /// The reserved bytes.
  private(set) var taken = 0
  /// The size of one reservation, so that threads seldom compete for the pool.
  private static let block = 64 << 10

  init(_ pool: MemoryPool) {
    self.pool = pool
  }

  deinit { pool.free(taken) }

  /// Reserves the bytes that are missing up to `bytes`; returns false if there is no room.
  func grow(to bytes: Int) -> Bool {
    let missing = bytes - taken
    if missing <= 0 { return true }
    if pool.reserve(missing + Self.block) {
      taken += missing + Self.block
    } else if pool.reserve(missing) {
      taken = bytes
    } else {
      return false
    }
    return true
  }

  /// Changes the reservation to `bytes` plus a small reserve.
  func settle(at bytes: Int) {
    if bytes > taken {
      pool.reserveAnyway(bytes - taken)
      taken = bytes
    } else if taken - bytes > 4 * Self.block {
      pool.free(taken - bytes - Self.block)
      taken = bytes + Self.block
    }
  }
}

/// The memory of the machines of a run, and of this one. Every value counts in full for each of its owners.
struct MemoryUse {
  /// The bytes of all machines of the family.
  private(set) var held = 0
  /// The bytes of this machine, without its children.
  private(set) var own = 0
  private var granted = 0
  private let share: MemoryShare

  init(_ pool: MemoryPool) {
    share = MemoryShare(pool)
  }

  var pool: MemoryPool { share.pool }

  /// Adds `bytes`, which may be negative. Returns false without a change if the limit would be exceeded.
  @inline(__always)
  mutating func hold(_ bytes: Int) -> Bool {
    held &+= bytes
    own &+= bytes
    return held <= granted || bytes <= 0 || grow(bytes)
  }

  /// Adds bytes that are already in use.
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

  /// True if that many more bytes would fit now.
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

  /// Adjusts the reservation to the memory in use, between lines.
  mutating func settle() {
    share.settle(at: held)
    granted = share.taken
  }

  // MARK: Families

  /// Continues the count for another machine of the family, which itself holds `own`.
  mutating func resume(from other: borrowing MemoryUse, own: Int) {
    held = other.held
    granted = other.granted
    self.own = own
  }

  /// Copies the count of another machine of the family.
  mutating func resume(from other: borrowing MemoryUse) {
    held = other.held
    granted = other.granted
  }

  /// Adds `bytes`, which may be negative, for data outside the running machines.
  mutating func holdForAll(_ bytes: Int) {
    held &+= bytes
  }

  /// Restores the count of the machine.
  mutating func restore(held: Int, own: Int) {
    self.held = held
    self.own = own
  }
}

/// The cost of a script line, and the memory of the machines.
struct LineUse {
  private(set) var meter: CostMeter
  private(set) var memory: MemoryUse

  init(_ limits: Limits) {
    meter = CostMeter(limit: limits.cost)
    memory = MemoryUse(limits.memory)
  }

  mutating func resume(from data: borrowing DataModel) {
    meter.resume(from: data.meter)
    memory.resume(from: data.memory)
  }
}
