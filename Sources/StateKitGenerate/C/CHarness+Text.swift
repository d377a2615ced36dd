// Longer than others: the text of one program in C, in reading order.

extension CHarness {
  static let reading = #"""
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

  static let writing = #"""
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

  static let main = #"""
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
