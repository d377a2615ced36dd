/// Words and signs that expressions have in other languages, and what is written here instead.
enum ForeignWord {
  /// What to write in place of an operator that stands between values: `a and b`.
  static func infix(_ word: String) -> String? {
    switch word {
    case "and", "AND", "And": "and is &&"
    case "or", "OR", "Or": "or is ||"
    case "is", "eq", "equals": "equal is =="
    case "not", "ne", "isnt": "unequal is !="
    case "contains": "text.contains('part'), or element in list"
    default: nil
    }
  }

  /// What to write in place of an operator before a value: `not a`.
  static func prefix(_ word: String) -> String? {
    switch word {
    case "not", "NOT", "Not": "not is !"
    case "typeof": "the type of a value is type(value)"
    default: nil
    }
  }

  /// What to write in place of a name that is a value elsewhere.
  static func value(_ name: String) -> String? {
    switch name {
    case "undefined", "None", "nil", "NULL", "Null": "nothing is null"
    case "True", "TRUE": "yes is true"
    case "False", "FALSE": "no is false"
    default: nil
    }
  }

  /// The function that has another name elsewhere.
  static func function(_ name: String, isMethod: Bool) -> String? {
    switch name {
    case "len", "length", "count", "Len": isMethod ? nil : "the length of a text, list or map is size(value)"
    case "str", "String", "toString": "a text is made by string(value)"
    case "parseInt", "Int", "toInt", "Number": "an int is made by int(value), a double by double(value)"
    case "includes", "indexOf": "a list is asked with element in list, a text with text.contains('part')"
    default: nil
    }
  }

  /// Whether a field is how other languages ask for a length.
  static func isLength(_ field: String) -> Bool {
    switch field {
    case "length", "size", "count": true
    default: false
    }
  }
}
