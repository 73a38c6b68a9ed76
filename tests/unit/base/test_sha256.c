// Unit tests of base/sha256.c. Judge: the example vectors of FIPS 180-4 (NIST, "Secure Hash
// Algorithm, Example Values": one block, two blocks, a million letters a) and, for the lengths where
// the padding changes, the digests that sha256sum of coreutils gives.

#include "base/sha256.h"
#include "support/check.h"

static void assert_digest(Sha256 *sha, const char *expected) {
  uint8_t digest[SHA256_BYTES];
  char hex[2 * SHA256_BYTES + 1];
  sha256_finish(sha, digest);
  for (int i = 0; i < SHA256_BYTES; i++) snprintf(hex + 2 * i, 3, "%02x", digest[i]);
  assert_string_equal(hex, expected);
}

static void test_examples(void **state) {
  (void) state;
  static const struct {
    const char *text, *digest;
  } cases[] = {
    {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Sha256 sha = sha256_make();
    sha256_add(&sha, cases[i].text, strlen(cases[i].text));
    assert_digest(&sha, cases[i].digest);
  }
}

// The million letters in pieces of every size, so that blocks are cut everywhere.
static void test_pieces(void **state) {
  (void) state;
  char letters[200];
  memset(letters, 'a', sizeof letters);
  Sha256 sha = sha256_make();
  for (size_t left = 1000000, i = 0; left > 0; i++) {
    const size_t part = i % 200 < left ? i % 200 : left;
    sha256_add(&sha, letters, part);
    left -= part;
  }
  assert_digest(&sha, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void test_padding(void **state) {
  (void) state;
  static const struct {
    size_t n;
    const char *digest;
  } cases[] = {
    {55, "d5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072"},
    {56, "04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e"},
    {63, "75220b47218278e656f2013bb8f0c455a25eaf01e86c64924e9d48d89776d6f2"},
    {64, "7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c"},
    {65, "9537c5fdf120482f7d58d25e9ed583f52c02b4e304ea814db1633ad565aed7e9"},
    {119, "000b48d4edf0fa7bee3c6236ecd2785baa5db4eeb8bb54341b029e0d9fa5fb0c"},
    {120, "13f05a0b594787f5ecd315edc96141bd3243203d1b7d4f0836f37308b276ba98"},
    {128, "24da1b81d0b16df6428eee73c69fcb2a93c76bc6df706f0c6670fe6bfe800464"},
  };
  char letters[128];
  memset(letters, 'x', sizeof letters);
  for (size_t i = 0; i < COUNT(cases); i++) {
    Sha256 sha = sha256_make();
    sha256_add(&sha, letters, cases[i].n);
    assert_digest(&sha, cases[i].digest);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_examples),
    cmocka_unit_test(test_pieces),
    cmocka_unit_test(test_padding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
