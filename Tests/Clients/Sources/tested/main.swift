import StateKit

// A chart that the tool has tested, loaded from its file: the same script runs in this program, with its closures in place.
// The chart comes on standard input, behind it a line of dashes and the script.

/// Ends the program where something does not hold.
@MainActor func check(_ holds: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
  if holds { return }
  print("tested: line \(line): \(what())")
  isGood = false
}
var isGood = true

var json = ""
while let line = readLine(strippingNewline: false), line != "---\n" { json += line }
var text = ""
while let line = readLine(strippingNewline: false) { text += line }

let chart = try ChartDefinition(json: json.utf8, name: "vending-machine.json")
var done: [String] = []

/// A machine with a closure for each action.
@MainActor func machineWithHost() throws -> Statechart {
  let machine = Statechart(chart)
  for action in chart.host.actions { try machine.action(action) { done.append($0.action) } }
  return machine
}
let machine = try machineWithHost()
try Script(text, name: "vending-machine.events.txt").run(on: machine)
check(!text.isEmpty && !done.isEmpty, "nothing was done")

// What fails is named with its line, as the tool names it.
do {
  let broken = Script(text + ":test \"broken\"\n:expect done\n", name: "vending-machine.events.txt")
  try broken.run(on: machineWithHost())
  check(false, "the last expectation does not hold")
} catch {
  let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
  check("\(error)".hasPrefix("vending-machine.events.txt:\(lines + 2): "), "\(error)")
}

// On a machine that tasks share, too.
let shared = StatechartActor(chart)
for action in chart.host.actions { try await shared.action(action) { _ in } }
try await Script(text, name: "vending-machine.events.txt").run(on: shared)
check(await shared.snapshot.fingerprint == machine.snapshot.fingerprint, "another chart")

if isGood { print("tested: passed") }
