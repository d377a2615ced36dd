/// An arc of a flow network. Its flow lies between 0 and its capacity.
struct FlowArc {
  let source: Int
  let target: Int
  let cost: Int
  let capacity: Int

  static let unlimited = Int.max / 4
}
