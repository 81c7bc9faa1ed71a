#pragma once

#include "libscenario/rules/reach.h"
#include "libterrain/search/steptable.h"

#include <array>
#include <map>
#include <vector>

namespace hotchkiss {

/// One search of a mover without facing: for what is possible (cheapest bounds) or for what is certain (dearest
/// bounds). Arrivals that let the mover go on are kept apart from those that stop it, because nearly all do the former.
class ReachSearch {
 public:
  ReachSearch(const Situation& situation, const UnitState& mover, std::int64_t allowance, const CompiledMap* compiled,
              bool wantsCertain, std::stop_token cancel);

  Outcome run(HexCoord start);

  /// The findings; each takes them out.
  void takePossible(Reach& out);
  std::vector<std::uint32_t> takeCosts();

  bool sawDoubt = false;
  std::map<std::size_t, std::vector<std::string>> blame; ///< by the hex that was entered

 private:
  /// Divides by the height of the map without dividing. Exact for all 32-bit numbers.
  class Columns {
   public:
    explicit Columns(std::uint64_t height) : mReciprocal(~std::uint64_t{0} / height + 1), mHeight(height) {}
    std::uint64_t of(std::uint64_t index) const {
      __extension__ using Wide = unsigned __int128;
      return mHeight == 1 ? index : static_cast<std::uint64_t>((Wide{mReciprocal} * index) >> 64);
    }

   private:
    std::uint64_t mReciprocal;
    std::uint64_t mHeight;
  };

  Outcome runJudging();
  Outcome runSettled(const std::uint16_t* settled);
  Outcome expand(std::size_t from);
  Outcome followLinks(std::size_t from, HexCoord hex);
  Outcome ask(std::size_t from, HexCoord hex, std::size_t to, HexCoord next, int direction);
  void arrive(std::size_t to, std::uint64_t total, int direction, bool halts, std::size_t from);
  void goOn(std::size_t to, std::uint32_t total, int direction);
  void halt(std::size_t to, std::uint32_t total, int direction);
  long stepsTo(std::size_t hex) const;
  void grow(std::size_t needed);
  std::vector<std::uint32_t>& bucket(std::uint64_t key) { return mBuckets[key & (mBuckets.size() - 1)]; }
  bool beatsAll(std::size_t hex) const;

  const Situation& mSituation;
  StepTable mTable;
  Columns mColumns;
  StepJudge mJudge;
  const CompiledMap* mCompiled;
  std::array<std::array<std::int64_t, kSides>, 2> mOffsets{}; ///< to the neighbours, of unshifted and shifted lines
  bool mFlat = true;
  bool mHasLinks = false;
  bool mWantsCertain;
  std::int64_t mAllowance;
  std::stop_token mCancel;
  std::size_t mStart = 0;
  std::uint32_t mNow = 0;
  std::size_t mWaiting = 0;
  std::vector<std::vector<std::uint32_t>> mBuckets{256}; ///< a ring; its size is a power of two

  // By hex: the cheapest arrival from which the mover may go on, and the cheapest that stops it where that was cheaper
  // than all before. The latter are made when the first is met.
  std::vector<std::uint32_t> mMoving;
  std::vector<std::int8_t> mWentOnFrom;
  std::vector<std::uint32_t> mHalted;
  std::vector<std::int8_t> mHaltedFrom;
  std::vector<std::uint32_t> mHalts; ///< hexes in the two
  std::map<std::size_t, std::size_t> mLinkedFrom;
  std::map<std::size_t, std::size_t> mHaltLinkedFrom;
  std::vector<bool> mNoisy; ///< the position has a say here; only when judging
};

} // namespace hotchkiss
