// Longer than others: a program in C, and the parts of it that a chart decides.
import CEL
import StateKitCore

/// A program around the generated C that speaks the protocol of `--program`: a JSON object a line, an answer for each.
struct CHarness {
  let model: CModel
  let actions: [CHostAction]

  init(_ model: CModel, actions: [CHostAction]) {
    self.model = model
    self.actions = actions
  }

  private var p: String { model.prefix }
  private var capitals: String { model.capitals }

  func text() -> String {
    CFunctions.used(in: [
      CTemplate.text(Self.reading, model: model), tables, CTemplate.text(Self.writing, model: model), actionFunctions,
      dataReader, contextReader, contextWriter, CTemplate.text(Self.main, model: model),
    ].joined(separator: "\n"))
  }

  /// A text as a literal of C.
  static func literal(_ text: String) -> String {
    var out = "\""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += "\\" + String(UnicodeScalar(byte))
      case UInt8(ascii: "?"): out += "\\?"
      case 0x20..<0x7F: out += String(UnicodeScalar(byte))
      default: out += "\\" + String(byte >> 6) + String((byte >> 3) & 7) + String(byte & 7)
      }
    }
    return out + "\""
  }

  /// A literal of C with a text in JSON.
  private static func json(_ text: String) -> String {
    var json = ByteBuffer()
    Value.string(text).appendJSON(to: &json)
    return literal(String(decoding: json.bytes, as: UTF8.self))
  }

  private var tables: String {
    let chart = model.chart
    let states = chart.states.indices.map { "  \(Self.json(chart.reference(StateID($0))))" }
    let isOpen = !chart.isClosed
    var events: [String] = []
    for (index, text) in model.eventNames.enumerated() where !model.isPattern(index) {
      let isDeclared = model.declaredType(of: index) != nil || EventType.comesByItself(text)
      if isOpen || isDeclared { events.append("  { \(Self.literal(text)), \(model.events[index]) },") }
    }
    var patterns = chart.patterns.enumerated().map { ($0.element, model.events[chart.eventCount + $0.offset]) }
    patterns.sort { $0.0.utf8.count > $1.0.utf8.count }
    let texts = model.texts.map { "  { \(Self.literal($0.text)), \($0.identifier) }," }
    var lines = ["static const char *const STATE_NAMES[] = {", states.joined(separator: ",\n"), "};", ""]
    lines += ["/* For each state, the state after the last one inside. */", "static const int ENDS[] = {"]
    lines += [chart.states.map { "  \($0.end)" }.joined(separator: ",\n"), "};", ""]
    lines += ["typedef struct {", "  const char *name;", "  int number;", "} name_t;", ""]
    lines += ["static const name_t EVENTS[] = {"] + events + ["  { NULL, -1 }", "};", ""]
    lines += ["/* What an event is that no state names, by its first letters. */", "static const name_t PATTERNS[] = {"]
    // A closed alphabet has no other events.
    lines += (isOpen ? patterns : []).map { "  { \(Self.literal($0.0)), \($0.1) }," } + ["  { NULL, -1 }", "};", ""]
    if model.usesTexts(in: actions) {
      lines += ["static const name_t TEXTS[] = {"] + texts + ["  { NULL, 0 }", "};", ""]
    }
    lines += ["enum { KNOWS_ALL_EVENTS = \(chart.isClosed ? 1 : 0) };", ""]
    return lines.joined(separator: "\n")
  }

  // MARK: Actions

  private var actionFunctions: String {
    var lines: [String] = []
    for action in actions {
      lines.append("void \(action.identifier)(\(CHeader.parameters(of: action, prefix: p))) {")
      lines.append("  (void)d;")
      lines.append("  begin_action(\(Self.json(action.name)), \(action.parameters.isEmpty ? "false" : "true"));")
      let isRecord = action.parameters.first?.name != nil
      if isRecord { lines.append("  did(\"{\");") }
      for (index, parameter) in action.parameters.enumerated() {
        if let name = parameter.name {
          lines.append("  did(\(Self.literal(index > 0 ? "," : ""))); did(\(Self.json(name))); did(\":\");")
        }
        lines.append("  did(\(Self.shown(parameter.type, parameter.identifier)));")
      }
      if isRecord { lines.append("  did(\"}\");") }
      if !action.parameters.isEmpty { lines.append("  did(\"}\");") }
      lines += ["}", ""]
    }
    for name in model.hostGuards { lines += ["bool \(name)(const \(p)_t *d) {", "  (void)d;", "  return false;", "}", ""] }
    return lines.joined(separator: "\n")
  }

  private static func shown(_ type: CType, _ value: String) -> String {
    switch type {
    case .bool: "\(value) ? \"true\" : \"false\""
    case .int: "shown_int(\(value))"
    case .double: "shown_double(\(value))"
    case .text: "shown_text((int)\(value))"
    }
  }

  // MARK: Reading

  private func read(_ type: CType, from source: String, into target: String) -> String {
    switch type {
    case .bool: "read_bool(\(source), &\(target))"
    case .int: "read_int(\(source), &\(target))"
    case .double: "read_double(\(source), &\(target))"
    case .text: "read_known_text(\(source), &text)"
    }
  }

  private func assignment(_ type: CType, to target: String) -> String {
    type == .text ? " \(target) = (\(p)_text_t)text;" : ""
  }

  /// Reads the payload of an event; false where it does not fit what the chart declares.
  private var dataReader: String {
    var lines = [
      "/* Reads a payload; false where it is not what the chart declares. */",
      "static bool read_data(int event, const char *json, \(p)_payload_t *data) {", "  int text = 0;", "  (void)text;",
      "  (void)data;", "  if (json != NULL && strncmp(json, \"null\", 4) == 0) {", "    json = NULL;", "  }",
      "  switch (event) {",
    ]
    for index in model.events.indices {
      guard let type = model.declaredType(of: index) else { continue }
      lines.append("  case \(model.events[index]):")
      switch type {
      case .none: lines.append("    return json == NULL;")
      case .value(let declared):
        let missing = declared.isOptional || declared.base == .any ? "true" : "false"
        lines += ["    if (json == NULL) {", "      return \(missing);", "    }"]
        guard let payload = model.payloads[index], let single = payload.single else {
          lines.append("    return \(Self.check(declared.base));")
          continue
        }
        let target = "data->\(payload.identifier)"
        lines += ["    if (!\(read(single, from: "json", into: target))) {", "      return false;", "    }"]
        lines += ["    \(assignment(single, to: target))", "    return true;"]
      case .record(let fields):
        let optional = fields.allSatisfy { $0.type.isOptional || $0.type.base == .any }
        lines += ["    if (json == NULL) {", "      return \(optional ? "true" : "false");", "    }"]
        let names = fields.map { Self.literal($0.name) }.joined(separator: ", ")
        lines += ["    {", "      static const char *const NAMES[] = { \(names.isEmpty ? "" : names + ", ")NULL };"]
        lines += ["      if (!has_only(json, NAMES)) {", "        return false;", "      }", "    }"]
        for (name, type) in fields { lines += field(name, type: type, event: index).map { "    \($0)" } }
        lines.append("    return true;")
      }
    }
    lines += ["  default:", "    return true;", "  }", "}", ""]
    return lines.joined(separator: "\n")
  }

  private func field(_ name: String, type: FieldType, event: Int) -> [String] {
    let source = "member(json, \(Self.literal(name)))"
    let isOptional = type.isOptional || type.base == .any
    var lines = ["if (\(source) == NULL || strncmp(\(source), \"null\", 4) == 0) {"]
    lines += isOptional ? ["  (void)0;"] : ["  return false;"]
    if let payload = model.payloads[event], let field = payload.field(name), let own = field.type {
      let target = "data->\(payload.identifier).\(field.identifier)"
      lines += ["} else if (!\(read(own, from: source, into: target))) {", "  return false;", "} else {"]
      if field.declared.isOptional { lines.append("  data->\(payload.identifier).has_\(field.identifier) = true;") }
      lines.append("  \(assignment(own, to: target))")
      return lines + ["}"]
    }
    return lines + ["} else {", "  const char *json_field = \(source);", "  if (!(\(Self.check(type.base).replacing("json", "json_field")))) {", "    return false;", "  }", "}"]
  }

  private static func check(_ base: FieldType.Base) -> String {
    switch base {
    case .list: "*json == '['"
    case .map: "*json == '{'"
    default: "json != NULL"
    }
  }

  private var contextReader: String {
    var lines = ["static bool read_context(const char *json, \(p)_context_t *context) {", "  int text = 0;", "  (void)text;", "  (void)context;"]
    for field in model.context where field.path.count == 1 {
      let source = "member(json, \(Self.literal(field.path[0])))"
      let target = "context->\(field.identifier)"
      lines += ["  if (\(source) != NULL) {", "    if (!\(read(field.type, from: source, into: target))) {", "      return false;", "    }"]
      lines += ["    \(assignment(field.type, to: target))", "  }"]
    }
    if model.context.isEmpty { lines.append("  (void)json;") }
    return (lines + ["  return true;", "}", ""]).joined(separator: "\n")
  }

  // MARK: Writing

  private var contextWriter: String {
    var lines = ["static void write_context(const \(p)_context_t *context) {", "  (void)context;"]
    var isFirst = true
    for (name, value) in zip(model.chart.contextNames, model.chart.contextValues) {
      guard let steps = steps(value, path: [name], depth: 0) else { continue }
      lines.append("  (void)printf(\"%s\", \(Self.literal((isFirst ? "" : ","))));")
      lines.append("  (void)printf(\"%s:\", \(Self.json(name)));")
      lines += steps.map { "  (void)printf(\"%s\", \($0));" }
      isFirst = false
    }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  /// The texts that make a value; nil for a value that C does not hold.
  private func steps(_ value: Value, path: [String], depth: Int) -> [String]? {
    if case .map(let map) = value {
      guard depth < 16 else { return nil }
      var parts = ["\"{\""]
      for (index, entry) in map.entries.enumerated() {
        guard case .string(let key) = entry.key, let inner = steps(entry.value, path: path + [key], depth: depth + 1)
        else { return nil }
        parts += [Self.literal(index > 0 ? "," : ""), Self.json(key), "\":\""] + inner
      }
      return parts + ["\"}\""]
    }
    guard let field = try? model.contextField(path) else { return nil }
    return [Self.shown(field.type, "context->\(field.identifier)")]
  }
}

extension String {
  /// The text with each occurrence of a word replaced.
  fileprivate func replacing(_ word: String, _ other: String) -> String {
    var out: [UInt8] = []
    let bytes = Array(utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: word.utf8) {
        out += other.utf8
        index += word.utf8.count
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

extension CHarness {
  private static let reading = #"""
    /* A program around $p.c that speaks the protocol of `statekit explore --program`: a JSON object a line. */
    #include "$p.h"

    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>

    static char line[1 << 20];
    static char done_actions[1 << 18];
    static size_t done_length;
    static $p_t machine;

    /* ---- JSON ----------------------------------------------------------------------------------------------- */

    static const char *skip_space(const char *s) {
      while (*s == ' ' || *s == '\t' || *s == '\r' || *s == '\n') {
        s++;
      }
      return s;
    }

    static const char *skip_text(const char *s) {
      for (s++; *s != '\0' && *s != '"'; s++) {
        if (*s == '\\' && s[1] != '\0') {
          s++;
        }
      }
      return *s == '"' ? s + 1 : s;
    }

    static const char *skip_value(const char *s) {
      int depth = 0;
      do {
        s = skip_space(s);
        if (*s == '"') {
          s = skip_text(s);
        } else if (*s == '{' || *s == '[') {
          depth++;
          s++;
        } else if (*s == '}' || *s == ']') {
          depth--;
          s++;
        } else if (*s != '\0') {
          s++;
          while (depth == 0 && *s != '\0' && strchr(",}] \t\r\n", *s) == NULL) {
            s++;
          }
        }
      } while (depth > 0 && *s != '\0');
      return s;
    }

    static unsigned read_hex(const char *s) {
      unsigned number = 0;
      int i;
      for (i = 0; i < 4 && s[i] != '\0'; i++) {
        const char *digits = "0123456789abcdef";
        const char *found = strchr(digits, s[i] >= 'A' && s[i] <= 'F' ? s[i] - 'A' + 'a' : s[i]);
        number = number * 16U + (found != NULL ? (unsigned)(found - digits) : 0U);
      }
      return number;
    }

    /* Reads a text in quotes, escapes resolved; false where it does not fit. */
    static bool read_text(const char *s, char *out, size_t size) {
      size_t n = 0;
      if (*s != '"') {
        return false;
      }
      for (s++; *s != '\0' && *s != '"'; s++) {
        unsigned code = (unsigned char)*s;
        bool is_byte = true;
        if (n + 5 > size) {
          return false;
        }
        if (*s == '\\' && s[1] != '\0') {
          const char *escapes = "b\bf\fn\nr\rt\t";
          const char *found = strchr(escapes, *++s);
          code = (unsigned char)*s;
          if (found != NULL && *s >= 'b') {
            code = (unsigned char)found[1];
          } else if (*s == 'u') {
            is_byte = false;
            code = read_hex(s + 1);
            s += 4;
            if (code >= 0xD800U && code < 0xDC00U && s[1] == '\\' && s[2] == 'u') {
              code = 0x10000U + ((code - 0xD800U) << 10) + (read_hex(s + 3) - 0xDC00U);
              s += 6;
            }
          }
        }
        if (is_byte || code < 0x80U) {
          out[n++] = (char)code;
        } else if (code < 0x800U) {
          out[n++] = (char)(0xC0U | (code >> 6));
          out[n++] = (char)(0x80U | (code & 0x3FU));
        } else if (code < 0x10000U) {
          out[n++] = (char)(0xE0U | (code >> 12));
          out[n++] = (char)(0x80U | ((code >> 6) & 0x3FU));
          out[n++] = (char)(0x80U | (code & 0x3FU));
        } else {
          out[n++] = (char)(0xF0U | (code >> 18));
          out[n++] = (char)(0x80U | ((code >> 12) & 0x3FU));
          out[n++] = (char)(0x80U | ((code >> 6) & 0x3FU));
          out[n++] = (char)(0x80U | (code & 0x3FU));
        }
      }
      out[n] = '\0';
      return *s == '"';
    }

    /* The next member of an object, after `s`; NULL at its end. Reads the key, returns the value. */
    static const char *next_member(const char *s, char *key, size_t size) {
      s = skip_space(s);
      if (*s == '{' || *s == ',') {
        s = skip_space(s + 1);
      }
      if (!read_text(s, key, size)) {
        return NULL;
      }
      s = skip_space(skip_text(s));
      return *s == ':' ? skip_space(s + 1) : NULL;
    }

    /* The value of a member; NULL if the object does not have it. */
    static const char *member(const char *object, const char *name) {
      char key[1024];
      const char *value = *object == '{' ? next_member(object, key, sizeof key) : NULL;
      while (value != NULL && strcmp(key, name) != 0) {
        value = next_member(skip_value(value), key, sizeof key);
      }
      return value;
    }

    static bool has_only(const char *object, const char *const *names) {
      char key[1024];
      const char *value = *object == '{' ? next_member(object, key, sizeof key) : NULL;
      if (*object != '{') {
        return false;
      }
      while (value != NULL) {
        const char *const *name = names;
        while (*name != NULL && strcmp(*name, key) != 0) {
          name++;
        }
        if (*name == NULL) {
          return false;
        }
        value = next_member(skip_value(value), key, sizeof key);
      }
      return true;
    }

    static bool read_bool(const char *s, bool *flag) {
      *flag = strncmp(s, "true", 4) == 0;
      return *flag || strncmp(s, "false", 5) == 0;
    }

    static bool read_double(const char *s, double *number) {
      char *end;
      if (*s != '-' && (*s < '0' || *s > '9')) {
        return false;
      }
      *number = strtod(s, &end);
      return end != s;
    }

    static bool read_int(const char *s, int64_t *number) {
      size_t length = strspn(s, "-0123456789");
      if (length == 0 || (s[length] != '\0' && strchr(".eE", s[length]) != NULL)) {
        return false;
      }
      *number = strtoll(s, NULL, 10);
      return true;
    }

    """#

  private static let writing = #"""
    static bool read_known_text(const char *s, int *text) {
      char found[4096];
      const name_t *known = TEXTS;
      if (*s != '"') {
        return false;
      }
      *text = 0;
      if (read_text(s, found, sizeof found)) {
        while (known->name != NULL && strcmp(known->name, found) != 0) {
          known++;
        }
        *text = known->name == NULL ? 0 : known->number;
      }
      return true;
    }

    /* ---- Answers -------------------------------------------------------------------------------------------- */

    static void did(const char *text) {
      size_t length = strlen(text);
      if (done_length + length >= sizeof done_actions) {
        (void)fputs("too many actions for one answer\n", stderr);
        exit(1);
      }
      (void)memcpy(done_actions + done_length, text, length + 1);
      done_length += length;
    }

    static void begin_action(const char *name, bool has_data) {
      if (done_length > 0) {
        did(",");
      }
      if (has_data) {
        did("{\"name\":");
      }
      did(name);
      if (has_data) {
        did(",\"data\":");
      }
    }

    static const char *shown_int(int64_t number) {
      static char text[32];
      (void)snprintf(text, sizeof text, "%lld", (long long)number);
      return text;
    }

    /* The shortest text that reads back the same, with a fraction or an exponent. */
    static const char *shown_double(double number) {
      static char text[40];
      int digits;
      for (digits = 1; digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number) {
          break;
        }
      }
      if (strpbrk(text, ".eE") == NULL) {
        (void)strcat(text, ".0");
      }
      return text;
    }

    static const char *shown_text(int number) {
      static char text[8192];
      const name_t *known = TEXTS;
      const char *s;
      size_t n = 0;
      while (known->name != NULL && known->number != number) {
        known++;
      }
      text[n++] = '"';
      for (s = known->name == NULL ? "" : known->name; *s != '\0' && n + 8 < sizeof text; s++) {
        if ((unsigned char)*s < 0x20U) {
          n += (size_t)snprintf(text + n, 8, "\\u%04x", (unsigned)*s);
        } else {
          if (*s == '"' || *s == '\\') {
            text[n++] = '\\';
          }
          text[n++] = *s;
        }
      }
      text[n++] = '"';
      text[n] = '\0';
      return text;
    }

    """#

  private static let main = #"""
    static void answer(const char *outcome) {
      const char *comma = "";
      int s;
      if (machine.lost_events) {
        (void)puts("{\"cannot\":\"hold so many events: generate it with a longer --queue\"}");
        (void)fflush(stdout);
        return;
      }
      (void)printf("{\"configuration\":[");
      for (s = 0; s < $P_STATE_COUNT; s++) {
        bool is_leaf = $p_is_in(&machine, ($p_state_t)s);
        int other;
        for (other = s + 1; is_leaf && other < ENDS[s]; other++) {
          is_leaf = !$p_is_in(&machine, ($p_state_t)other);
        }
        if (is_leaf) {
          (void)printf("%s%s", comma, STATE_NAMES[s]);
          comma = ",";
        }
      }
      (void)printf("],\"did\":[%s]", done_actions);
      if (outcome != NULL) {
        (void)printf(",\"outcome\":\"%s\"", outcome);
      }
      (void)printf(",\"context\":{");
      write_context($p_context(&machine));
      (void)printf("},\"done\":%s}\n", $p_is_finished(&machine) ? "true" : "false");
      (void)fflush(stdout);
      done_length = 0;
      done_actions[0] = '\0';
    }

    static void start(const char *json) {
      $p_context_t context;
      const char *values = member(json, "context");
      context = *$p_first_context();
      if (values != NULL && !read_context(values, &context)) {
        (void)fputs("the context does not fit\n", stderr);
        exit(1);
      }
      $p_start_with(&machine, &context);
      answer(NULL);
    }

    static void send(const char *json, const char *data) {
      static const char *const OUTCOMES[] = { "handled", "ignored", "declined", "rejected" };
      char name[4096];
      const name_t *event = EVENTS;
      $p_payload_t payload;
      if (!read_text(json, name, sizeof name)) {
        (void)fputs("the name of an event is no text\n", stderr);
        exit(1);
      }
      while (event->name != NULL && strcmp(event->name, name) != 0) {
        event++;
      }
      if (event->name == NULL) {
        event = PATTERNS;
        while (event->name != NULL && strncmp(event->name, name, strlen(event->name)) != 0) {
          event++;
        }
      }
      (void)memset(&payload, 0, sizeof payload);
      if ($p_is_finished(&machine)) {
        answer("ignored");
      } else if (event->name == NULL) {
        answer(KNOWS_ALL_EVENTS ? "rejected" : "ignored");
      } else if (!read_data(event->number, data, &payload)) {
        answer("rejected");
      } else {
        answer(OUTCOMES[$p_send(&machine, ($p_event_t)event->number, &payload)]);
      }
    }

    int main(void) {
      while (fgets(line, sizeof line, stdin) != NULL) {
        const char *object = skip_space(line);
        if (member(object, "start") != NULL) {
          start(member(object, "start"));
        } else if (member(object, "event") != NULL) {
          send(member(object, "event"), member(object, "data"));
        } else if (member(object, "advance") != NULL) {
          int64_t ms = 0;
          (void)read_int(member(object, "advance"), &ms);
          $p_advance(&machine, ms);
          answer(NULL);
        } else {
          (void)puts("{\"cannot\":\"answer this line\"}");
          (void)fflush(stdout);
        }
      }
      return 0;
    }
    """#
}
