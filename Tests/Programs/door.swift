// A door that follows charts/door.json; the first argument is right, state, action or late.
import Foundation

let kind = CommandLine.arguments.dropFirst().first ?? "right"
var state = "closed"
while let line = readLine() {
  let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
  var did: [String] = []
  switch (state, request["event"] as? String ?? "") {
  case (_, ""): state = "closed"
  case ("closed", "open"): (state, did) = ("open", ["lightOn"])
  case ("closed", "lock"):
    state = "locked"
    if kind == "late" { Thread.sleep(forTimeInterval: 3) }
  case ("open", "close"): (state, did) = ("closed", kind == "action" ? [] : ["lightOff"])
  case ("locked", "unlock"): state = kind == "state" ? "open" : "closed"
  case ("locked", "open"): did = ["rattle"]
  default: break
  }
  let answer = try JSONSerialization.data(withJSONObject: ["configuration": [state], "did": did] as [String: Any])
  print(String(decoding: answer, as: UTF8.self))
  fflush(stdout)
}
