#? add
static bool add(int64_t a, int64_t b, int64_t *sum) {
  if ((b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b)) {
    return false;
  }
  *sum = a + b;
  return true;
}

#end
#? subtract
static bool subtract(int64_t a, int64_t b, int64_t *difference) {
  if ((b < 0 && a > INT64_MAX + b) || (b > 0 && a < INT64_MIN + b)) {
    return false;
  }
  *difference = a - b;
  return true;
}

#end
#? multiply
static bool multiply(int64_t a, int64_t b, int64_t *product) {
  if (a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
            : (b > 0 ? a < INT64_MIN / b : a != 0 && b < INT64_MAX / a)) {
    return false;
  }
  *product = a * b;
  return true;
}

#end
#? divide
static bool divide(int64_t a, int64_t b, int64_t *quotient) {
  if (b == 0 || (a == INT64_MIN && b == -1)) {
    return false;
  }
  *quotient = a / b;
  return true;
}

#end
#? modulo
static bool modulo(int64_t a, int64_t b, int64_t *rest) {
  if (b == 0 || (a == INT64_MIN && b == -1)) {
    return false;
  }
  *rest = a % b;
  return true;
}

#end
#? to_int
static bool to_int(double a, int64_t *whole) {
  if (!(a > -9223372036854775808.0 && a < 9223372036854775808.0)) {
    return false;
  }
  *whole = (int64_t)a;
  return true;
}

#end
#? is_finite
static bool is_finite(double a) {
  return a - a == 0.0;
}

#end
#? both
/* `&&` of two sides that are 1, 0 or FAILED: an error does not count where the other side decides. */
static int both(int a, int b) {
  return a == 0 || b == 0 ? 0 : (a == 1 && b == 1 ? 1 : FAILED);
}

#end
#? either
/* `||` of two sides that are 1, 0 or FAILED: an error does not count where the other side decides. */
static int either(int a, int b) {
  return a == 1 || b == 1 ? 1 : (a == 0 && b == 0 ? 0 : FAILED);
}

#end
