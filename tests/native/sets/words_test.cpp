// Sets of several words against std::bitset, and those of one word through the same functions.
#include <doctest/doctest.h>

#include <bitset>
#include <cstddef>
#include <locale>
#include <ostream>
#include <random>

#include "sets/bits.hpp"
#include "sets/words.hpp"

using namespace proofplay;

namespace {

template <class S>
using Plain = std::bitset<static_cast<std::size_t>(capacity<S>)>;

template <class S>
Plain<S> plain(const S& set) {
  Plain<S> found;
  for (int i = 0; i < capacity<S>; ++i) found[static_cast<std::size_t>(i)] = contains(set, i);
  return found;
}

// Sometimes full, sometimes with few elements.
template <class S>
S random_set(std::mt19937& random) {
  S set{};
  const unsigned one_in = 1 + random() % 40;
  for (int i = 0; i < capacity<S>; ++i) {
    if (random() % one_in == 0) set |= bit<S>(i);
  }
  return set;
}

template <class S>
void operations_agree(const S& a, const S& b) {
  const Plain<S> x = plain(a), y = plain(b);
  CHECK(plain(a & b) == (x & y));
  CHECK(plain(a | b) == (x | y));
  CHECK(plain(a ^ b) == (x ^ y));
  CHECK(plain(S{~a}) == ~x);
  CHECK(static_cast<Bits>(a) == (x & Plain<S>(~0ULL)).to_ullong());
  for (int places = 0; places < capacity<S>; ++places) {
    CHECK(plain(a << places) == x << static_cast<std::size_t>(places));
    CHECK(plain(a >> places) == x >> static_cast<std::size_t>(places));
  }
  CHECK(size(a) == static_cast<int>(x.count()));
  CHECK((a == b) == (x == y));
  CHECK((a != 0) == x.any());
  CHECK(has_several(a) == (x.count() > 1));
  CHECK((a < b) + (a == b) + (a > b) == 1);
}

template <class S>
void elements_come_in_order(S set) {
  const Plain<S> all = plain(set);
  Plain<S> met;
  for (int before = -1; set != 0;) {
    const int i = lowest(set);
    CHECK(i > before);
    CHECK(lowest_bit(set) == bit<S>(i));
    const S rest = without_lowest(set);
    CHECK(take_lowest(set) == i);
    CHECK(set == rest);
    met[static_cast<std::size_t>(i)] = true;
    before = i;
  }
  CHECK(met == all);
  CHECK(lowest_bit(set) == 0);
  CHECK(without_lowest(set) == 0);
}

template <class S>
void sets_agree_with_plain_ones() {
  std::mt19937 random(1);
  for (int n = 0; n < 50; ++n) {
    const S a = random_set<S>(random), b = random_set<S>(random);
    operations_agree(a, b);
    operations_agree(a, a);
    elements_come_in_order(a);
  }
  S first{};
  for (int n = 0; n < capacity<S>; ++n) {
    CHECK(first_bits<S>(n) == first);
    first |= bit<S>(n);
  }
  CHECK(first_bits<S>(capacity<S>) == S{~S{}});
  CHECK(all_if<S>(true) == S{~S{}});
  CHECK(all_if<S>(false) == 0);
}

TEST_CASE("sets of one word and of several agree with plain ones") {
  sets_agree_with_plain_ones<Bits>();
  sets_agree_with_plain_ones<Words<2>>();
  sets_agree_with_plain_ones<Words<3>>();
  sets_agree_with_plain_ones<Words<6>>();
}

// So that the smallest of several sets is always the same one.
TEST_CASE("the order of sets is consistent") {
  std::mt19937 random(2);
  for (int n = 0; n < 1000; ++n) {
    const auto a = random_set<Words<2>>(random), b = random_set<Words<2>>(random), c = random_set<Words<2>>(random);
    if (a < b && b < c) CHECK(a < c);
    CHECK((a < b) == (b > a));
  }
}

}  // namespace
