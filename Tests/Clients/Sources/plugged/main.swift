import StateKit

/// A program whose type `Bell` is made from bell.chart.json when it is built.
final class Chime: Bell.Actions {
  private(set) var did: [String] = []

  func ring() { did.append("ring") }
  func fade() { did.append("fade") }
}

let chime = Chime()
let bell = try Bell(actions: chime)
try bell.start()
bell.send(.press)
bell.machine.send("wait")
if bell.state == .ringing, bell.context.rings == 1, chime.did == ["ring", "fade"] {
  print("plugged: passed")
} else {
  print("plugged: \(bell.state), \(chime.did)")
}
