import StateKit

struct Failed: Error {
  let line: Int
}

func check(_ holds: Bool, line: Int = #line) throws {
  if !holds { throw Failed(line: line) }
}

try pages()
try inbox()
try subscription()
try await doors()
try car()
try ports()
print("seeds: passed")
