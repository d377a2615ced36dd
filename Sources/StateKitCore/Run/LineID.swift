/// A line of a script by its index among the different lines that are kept. Of two bytes, because a script that is looked through
/// before it runs is a list of them, and each page of that list costs as much as some hundred events.
package typealias LineID = UInt16
