#pragma once

#include "libscenario/rules/reachpath.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace hotchkiss::editor {

/// What the rules are asked: where a mover gets to in a position.
struct RulesQuestion {
  Position position;                      ///< what is placed, weather and policies
  std::optional<UnitState> mover;         ///< with the hex where it starts; none: only zones are wanted
  std::optional<Rational> allowance;      ///< none: the rules say it
  std::map<std::string, Value> arguments; ///< what the rules want to know for that, such as a die
  bool operator==(const RulesQuestion&) const = default;
};

using ZoneMap = std::map<HexCoord, std::vector<ZoneField::Part>>;

struct RulesAnswer {
  std::uint64_t number = 0;   ///< of the question
  std::optional<Error> error; ///< why there is no answer
  RulesQuestion question;
  Value allowance;                    ///< as given, or by the rules: not always a number
  std::shared_ptr<const Reach> reach; ///< none without a mover, or without an allowance
  std::shared_ptr<const ZoneMap> zones;
  std::optional<HexCoord> target;
  std::vector<PathPoint> path;        ///< to the target; empty when it is out of reach
  std::optional<RefusedStep> refusal; ///< why it is
};

/// Asks the rules on a thread of its own. It keeps the map under its rulebook, follows edits by what they changed, and
/// keeps compiled maps of the last movers.
class RulesWorker final : public QObject {
  Q_OBJECT

 public:
  explicit RulesWorker(QObject* parent = nullptr);
  ~RulesWorker() override;

  /// A new map, or none. Drops everything that is under way.
  void setMap(std::optional<Document> document, std::shared_ptr<const Rulebook> book);
  /// The map changed. What is under way is finished first, so that a long stroke shows answers while it goes on.
  void follow(const Document& document, const Edit& edit);
  /// Replaces what was asked before. A question under way with another mover or position is dropped.
  void ask(std::uint64_t number, const RulesQuestion& question, std::optional<HexCoord> target);

 signals:
  void answered(const std::shared_ptr<const hotchkiss::editor::RulesAnswer>& answer);

 private:
  struct Wanted {
    std::uint64_t number = 0;
    RulesQuestion question;
    std::optional<HexCoord> target;
  };
  struct Pending {
    bool isNewMap = false;
    std::shared_ptr<const Rulebook> book;
    std::optional<Document> document;
    std::vector<Edit> edits;
    std::optional<Wanted> wanted;
    bool empty() const { return !isNewMap && !document && !wanted; }
  };

  void start();
  // On the worker's thread.
  void work();
  void takeMap(Pending& next);
  std::shared_ptr<const RulesAnswer> answerTo(const Wanted& wanted, const std::stop_token& cancel);
  Outcome findReachOf(const RulesQuestion& question, const std::stop_token& cancel);
  Result<const CompiledMap*> compiledFor(const RulesQuestion& question, const std::stop_token& cancel);

  QThreadPool mPool; ///< one thread
  std::mutex mMutex; ///< for the next four
  Pending mPending;
  std::optional<RulesQuestion> mUnderWay;
  std::stop_source mStop;
  bool mIsRunning = false;

  // Only the worker's thread touches these.
  std::shared_ptr<Rules> mRules;
  std::vector<CompiledMap> mCompiled; ///< the newest last
  std::optional<RulesQuestion> mLast;
  std::optional<Situation> mSituation; ///< with the mover in it
  Value mAllowance;
  std::shared_ptr<const Reach> mReach;
  std::shared_ptr<const ZoneMap> mZones;
};

} // namespace hotchkiss::editor
