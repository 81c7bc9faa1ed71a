#include "editor/model/rulesworker.h"

#include <algorithm>

namespace hotchkiss::editor {

namespace {

/// So many movers and weathers can be gone to and fro between without compiling the map again.
constexpr std::size_t kCompiledMaps = 4;

} // namespace

RulesWorker::RulesWorker(QObject* parent) : QObject(parent) {
  mPool.setMaxThreadCount(1);
}

RulesWorker::~RulesWorker() {
  {
    const std::lock_guard lock(mMutex);
    mPending = {};
    mStop.request_stop();
  }
  mPool.waitForDone();
}

void RulesWorker::setMap(std::optional<Document> document, std::shared_ptr<const Rulebook> book) {
  const std::lock_guard lock(mMutex);
  mPending = {};
  mPending.isNewMap = true;
  mPending.document = std::move(document);
  mPending.book = std::move(book);
  mStop.request_stop();
  start();
}

void RulesWorker::follow(const Document& document, const Edit& edit) {
  const std::lock_guard lock(mMutex);
  mPending.document = document;
  if (!mPending.isNewMap)
    mPending.edits.push_back(edit);
  start();
}

void RulesWorker::ask(std::uint64_t number, const RulesQuestion& question, std::optional<HexCoord> target) {
  const std::lock_guard lock(mMutex);
  mPending.wanted = Wanted{number, question, target};
  if (mUnderWay && !(*mUnderWay == question))
    mStop.request_stop();
  start();
}

void RulesWorker::start() {
  if (mIsRunning)
    return;
  mIsRunning = true;
  mPool.start([this] { work(); });
}

void RulesWorker::work() {
  for (;;) {
    Pending next;
    std::stop_token cancel;
    {
      const std::lock_guard lock(mMutex);
      mUnderWay.reset();
      if (mPending.empty()) {
        mIsRunning = false;
        return;
      }
      next = std::exchange(mPending, {});
      mStop = std::stop_source();
      cancel = mStop.get_token();
      if (next.wanted)
        mUnderWay = next.wanted->question;
    }
    takeMap(next);
    if (!next.wanted)
      continue;
    const std::shared_ptr<const RulesAnswer> answer = answerTo(*next.wanted, cancel);
    if (cancel.stop_requested())
      continue; // something newer waits
    // The destructor waits for this thread, so there is somebody to tell.
    QMetaObject::invokeMethod(
        this, [this, answer] { emit answered(answer); }, Qt::QueuedConnection);
  }
}

void RulesWorker::takeMap(Pending& next) {
  if (!next.isNewMap && !next.document)
    return;
  mLast.reset();
  mSituation.reset();
  if (next.isNewMap) {
    mCompiled.clear();
    mReach.reset();
    mZones.reset();
    mRules = next.document && next.book ? std::make_shared<Rules>(std::move(*next.document), next.book) : nullptr;
    return;
  }
  if (!mRules)
    return;
  std::optional<std::set<HexCoord>> changed = std::set<HexCoord>();
  for (const Edit& edit : next.edits) {
    std::optional<std::set<HexCoord>> part = mRules->update(*next.document, edit);
    if (part && changed)
      changed->merge(*part);
    else
      changed.reset();
  }
  if (!changed)
    return mCompiled.clear();
  std::erase_if(mCompiled, [&](CompiledMap& map) { return !map.update(*mRules, changed); });
}

Result<const CompiledMap*> RulesWorker::compiledFor(const RulesQuestion& question, const std::stop_token& cancel) {
  const UnitState& mover = *question.mover;
  const auto fits = [&](const CompiledMap& map) {
    return map.environment() == question.position.environment() && map.mover().id == mover.id &&
           map.mover().side == mover.side && map.mover().type == mover.type && map.mover().values == mover.values;
  };
  if (const auto it = std::find_if(mCompiled.begin(), mCompiled.end(), fits); it != mCompiled.end()) {
    std::rotate(it, it + 1, mCompiled.end());
    return &mCompiled.back();
  }
  Result<CompiledMap> map = CompiledMap::compile(*mRules, question.position.environment(), mover, cancel);
  if (!map)
    return map.error();
  if (mCompiled.size() == kCompiledMaps)
    mCompiled.erase(mCompiled.begin());
  mCompiled.push_back(std::move(*map));
  return &mCompiled.back();
}

Outcome RulesWorker::findReachOf(const RulesQuestion& question, const std::stop_token& cancel) {
  mReach.reset();
  mZones.reset();
  mAllowance = {};
  Result<Situation> placed = Situation::make(mRules, question.position);
  if (!placed)
    return placed.error();
  mZones = std::make_shared<const ZoneMap>(placed->zones().all().begin(), placed->zones().all().end());
  mSituation = std::move(*placed);
  if (!question.mover)
    return success();
  if (const Outcome put = mSituation->putUnit(*question.mover); !put)
    return put;
  mAllowance = question.allowance ? Value::number(*question.allowance)
                                  : movementAllowance(*mSituation, *question.mover, Value::record(question.arguments));
  if (!mAllowance.isNumber())
    return success();
  const Result<const CompiledMap*> compiled = compiledFor(question, cancel);
  if (!compiled)
    return compiled.error();
  ReachQuestion asked{question.mover->id, mAllowance.number(), std::nullopt};
  asked.cancel = cancel;
  Result<Reach> reach = findReach(*mSituation, asked, *compiled);
  if (!reach)
    return reach.error();
  mReach = std::make_shared<const Reach>(std::move(*reach));
  return success();
}

std::shared_ptr<const RulesAnswer> RulesWorker::answerTo(const Wanted& wanted, const std::stop_token& cancel) {
  auto out = std::make_shared<RulesAnswer>();
  out->number = wanted.number;
  out->question = wanted.question;
  if (!mRules)
    return out;
  if (!mLast || !(*mLast == wanted.question)) {
    mLast.reset();
    if (const Outcome done = findReachOf(wanted.question, cancel); !done) {
      out->error = done.error();
      return out;
    }
    mLast = wanted.question;
  }
  out->allowance = mAllowance;
  out->reach = mReach;
  out->zones = mZones;
  if (!wanted.target || !mReach)
    return out;
  out->target = wanted.target;
  const UnitState& mover = *wanted.question.mover;
  Result<std::vector<PathPoint>> path = explainPath(*mSituation, mover, mAllowance.number(), *mReach, *wanted.target);
  Result<std::optional<RefusedStep>> refusal =
      explainRefusal(*mSituation, mover, mAllowance.number(), *mReach, *wanted.target);
  if (!path || !refusal) {
    out->error = path ? refusal.error() : path.error();
    return out;
  }
  out->path = std::move(*path);
  out->refusal = std::move(*refusal);
  return out;
}

} // namespace hotchkiss::editor
