/* A door that follows charts/door.json; the first argument is right, state, action or late. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int is(const char *line, const char *event) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "\"event\":\"%s\"", event);
  return strstr(line, wanted) != NULL;
}

int main(int count, char **words) {
  const char *kind = count > 1 ? words[1] : "right", *state = "closed";
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    const char *did = "";
    if (strstr(line, "\"start\"")) {
      state = "closed";
    } else if (!strcmp(state, "closed") && is(line, "open")) {
      state = "open";
      did = "\"lightOn\"";
    } else if (!strcmp(state, "closed") && is(line, "lock")) {
      state = "locked";
      if (!strcmp(kind, "late")) sleep(3);
    } else if (!strcmp(state, "open") && is(line, "close")) {
      state = "closed";
      if (strcmp(kind, "action")) did = "\"lightOff\"";
    } else if (!strcmp(state, "locked") && is(line, "unlock")) {
      state = strcmp(kind, "state") ? "closed" : "open";
    } else if (!strcmp(state, "locked") && is(line, "open")) {
      did = "\"rattle\"";
    }
    printf("{\"configuration\": [\"%s\"], \"did\": [%s]}\n", state, did);
    fflush(stdout);
  }
  return 0;
}
