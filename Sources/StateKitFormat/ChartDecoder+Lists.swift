import StateKitCore

/// Lists and objects that may be as long as the file.
extension ChartDecoder {
  /// Reads one value, or a list of values, each into `tree`: a list may be as long as the file.
  mutating func forEachElement(_ body: (inout ChartDecoder) -> Void) throws(JSONReader.SyntaxError) {
    guard try reader.peekKind() == .array else {
      try reader.readValue(into: &tree)
      body(&self)
      return
    }
    try reader.openContainer()
    var isFirst = true
    while try reader.nextElement(isFirst: isFirst) {
      isFirst = false
      if reader.index >= nextRoom { try makeRoom() }
      try reader.readValue(into: &tree)
      body(&self)
    }
  }

  /// Reads the members of an object with `body`, and returns their keys; empty if the value is no object.
  mutating func forEachMember(
    help: String? = nil, body: (inout ChartDecoder, JSONReader.Key) throws(JSONReader.SyntaxError) -> Void
  ) throws(JSONReader.SyntaxError) -> [JSONReader.Key] {
    guard try reader.peekKind() == .object else {
      try reader.readValue(into: &tree)
      _ = expect(.object, node: 0, help: help)
      return []
    }
    var keys: [JSONReader.Key] = []
    try reader.openContainer()
    while let key = try reader.nextKey(isFirst: keys.isEmpty) {
      keys.append(key)
      if reader.index >= nextRoom { try makeRoom() }
      try body(&self, key)
    }
    reader.checkDuplicates(keys[...])
    return keys
  }
}
