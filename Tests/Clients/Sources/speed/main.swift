// What an event and a machine take. `make bench` builds it as one would a program that is given away, and gives it the charts to
// measure; without arguments it tries itself on few events.
import StateKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// CPU nanoseconds of the process.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

let rounds = 7

/// The least of the rounds, in nanoseconds each.
func best(_ count: Int, _ body: () -> Void) -> Double {
  (0..<rounds).map { _ in
    let start = now()
    for _ in 0..<count { body() }
    return (now() - start) / Double(count)
  }.min() ?? 0
}

/// Nanoseconds of the event `next`, whose payload is `data`, sent `count` times to a machine of the chart.
func event(of chart: ChartDefinition, with data: Payload, count: Int) throws -> Double {
  let machine = Statechart(chart)
  var acts = 0
  for action in chart.host.actions { try machine.action(action) { _ in acts += 1 } }
  try machine.start()
  let time = best(count) { machine.send("next", data) }
  guard machine.send("next", data).outcome == .handled, acts == 0 || acts == rounds * count + 1 else {
    throw Failure.lost
  }
  return time
}

enum Failure: Error {
  case lost, payload(String)
}

/// What somebody would write by hand for ten states in a ring, and with closures; a line for each, of a name and the nanoseconds.
func printOthers(count: Int) {
  enum Place: Int {
    case s0, s1, s2, s3, s4, s5, s6, s7, s8, s9
    mutating func next() { self = Place(rawValue: rawValue + 1) ?? .s0 }
  }
  var place = Place.s0
  print("an enum and a switch by hand", best(count) { place.next() }, separator: "\t")
  var closures: [String: [String: () -> String]] = [:]
  for number in 0..<10 { closures["s\(number)"] = ["next": { "s\((number + 1) % 10)" }] }
  var current = "s0"
  print("a dictionary of closures", best(count) { current = closures[current]?["next"]?() ?? current }, separator: "\t")
}

struct Coin: Codable, Sendable {
  var cents: Int
}

/// What a program does with a machine besides sending: a line for each, of a name, the nanoseconds and the limit. `only`: the
/// name of the only line.
func printFigures(count: Int, of only: String? = nil) throws {
  let coin = Input<Coin>("coin")
  let chart = try ChartDefinition("figures") {
    Guard("free")
    ChartState("a", initial: true) {
      On("plain", to: "b")
      On("act", to: "b") { Do("act") }
      On("closure", if: { $0.isNull }, to: "b")
      On("host", if: "free", to: "b")
      On(coin, if: { $0.cents > 3 }, to: "b")
    }
    ChartState("b") {
      On("plain", to: "a")
      On("act", to: "a") { Do("act") }
      On("closure", if: { $0.isNull }, to: "a")
      On("host", if: "free", to: "a")
      On(coin, if: { $0.cents > 3 }, to: "a")
    }
  }
  let machine = Statechart(chart)
  var acts = 0
  try machine.action("act") { _ in acts += 1 }
  try machine.guard("free") { _ in acts >= 0 }
  try machine.start()
  func row(_ name: String, _ limit: Int, _ body: () -> Void) {
    if let only, name != only { return }
    body()
    body()
    print(name, best(count, body), limit, separator: "\t")
  }
  row("a plain event", 60) { machine.send("plain") }
  row("a host action", 120) { machine.send("act") }
  row("a closure as a guard", 400) { machine.send("closure") }
  row("a host guard", 400) { machine.send("host") }
  row("a typed input with a closure as a guard", 400) { machine.send(coin, Coin(cents: 5)) }
  row("can", 300) { _ = machine.can("plain") }
  row("verdict", 300) { _ = machine.verdict("plain") }
  row("verdict on an unknown event", 300) { _ = machine.verdict("unknown") }
  row("an unknown event", 300) { machine.send("unknown") }
  var steps = 0
  var token: Token? = machine.observe { _ in steps += 1 }
  row("a plain event with an observer", 210) { machine.send("plain") }
  token = try machine.willHandle("plain") { _ in steps += 1 }
  row("a plain event with a hook", 210) { machine.send("plain") }
  token = nil
  guard only != nil || steps > count, token == nil else { throw Failure.lost }
  let ring = Statechart(
    try ChartDefinition("ring") {
      for number in 0..<1_000 {
        ChartState("s\(number)", initial: number == 0) { On("go", to: "s\((number + 1) % 1_000)") }
      }
    })
  try ring.start()
  row("a snapshot of 1,000 states, and its JSON", 20_000) { _ = ring.snapshot.json }
}

/// Milliseconds that `count` machines of ten states take to start and to take ten events each, and how many events were lost.
func machines(_ count: Int) throws -> (milliseconds: Double, lost: Int, machines: [Statechart]) {
  let chart = try ChartDefinition("ring") {
    for number in 0..<10 { ChartState("s\(number)", initial: number == 0) { On("next", to: "s\((number + 1) % 10)") } }
  }
  var machines: [Statechart] = []
  machines.reserveCapacity(count)
  let start = now()
  for _ in 0..<count {
    let machine = Statechart(chart)
    try machine.start()
    machines.append(machine)
  }
  var lost = 0
  for machine in machines {
    for _ in 0..<10 where machine.send("next").outcome != .handled { lost += 1 }
  }
  return ((now() - start) / 1e6, lost, machines)
}

/// Pages of memory that the process has, times their size; 0 where the system does not say so in a file.
func resident() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var text = [UInt8](repeating: 0, count: 100)
  let length = fread(&text, 1, text.count, file)
  let fields = text[..<length].split(separator: UInt8(ascii: " "))
  return fields.count > 1 ? (Int(String(decoding: fields[1], as: UTF8.self)) ?? 0) * Int(getpagesize()) : 0
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case nil:
  let chart = try ChartDefinition(
    json: #"{"root": {"initial": "a", "subStates": {"a": {"next": {"target": "a", "actions": "act"}}}}}"#.utf8,
    name: "turning.json")
  let time = try event(of: chart, with: .null, count: 100)
  let few = try machines(10)
  print(time > 0 && few.lost == 0 ? "speed: passed" : "speed: \(few.lost) events were lost")
case "machines":
  let before = resident()
  let measured = try machines(100_000)
  print(measured.milliseconds, (resident() - before) / measured.machines.count, measured.lost, separator: "\t")
case "others": printOthers(count: 300_000)
case "figures": try printFigures(count: 30_000, of: arguments.dropFirst().first)
case .some(let text):
  // A chart, and what its event carries.
  let payload = arguments.dropFirst().first ?? "null"
  guard let data = Payload(json: payload.utf8) else { throw Failure.payload(payload) }
  print(try event(of: try ChartDefinition(json: text.utf8, name: "turning.json"), with: data, count: 300_000))
}
