import StateKitCore

/// Lists and objects that may be as long as the file.
extension ChartDecoder {
  /// One thing, or a list of them: each in turn is read into `tree`, because a list may be as long as the file.
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

  /// The members of an object, whose values `body` reads; returns their keys, none where it is no object.
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
