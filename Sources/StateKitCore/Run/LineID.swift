/// A script line, as an index among the distinct lines that are kept. Two bytes, because a script that is scanned
/// before it runs is a list of them, and each page of that list costs as much as some hundred events.
package typealias LineID = UInt16
