#pragma once

#include "libscenario/validation/corechecks.h"
#include "libterrain/edit/edit.h"

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace hotchkiss {

/// The findings of a document that is being edited, kept up to date after each edit.
///
/// How to use it (an editor's thread is the one that owns the LiveFindings):
///
///     LiveFindings live;
///     live.accept(LiveFindings::run(live.job(document)));      // after opening; run() may be on another thread
///
///     // after each edit, undo and redo, at once (10 ms or less on a million hexes):
///     LiveFindings::Here here = live.edited(document, edit);   // what it did to the findings of the places it touched
///
///     // when the user pauses: everything that single places cannot tell (courses, networks, sheets, armies):
///     LiveFindings::Job job = live.job(document);              // cheap: a snapshot
///     LiveFindings::Judgement found = LiveFindings::run(job);   // on another thread
///     live.accept(std::move(found));                           // edits made meanwhile are not lost
///
///     live.findings()        // as validate() has them once isCurrent(), else as far as known
///     live.grouped(20)       // the same, equal findings counted; does not build a million of them
///
/// Checks of the scopes hex, edge, vertex and record are local: edited() judges them again where the edit has touched
/// something. All others wait for the next job. Findings of rows that the reader left out are those of a file, not of a
/// document, and are not among them.
class LiveFindings {
 public:
  /// What run() works on: a snapshot, and what is known of it.
  struct Job {
    Document document;
    std::shared_ptr<const CheckBasis> basis; ///< null: work it out
    bool everywhere = true;                  ///< judge all places anew, too
    std::uint64_t edits = 0;                 ///< made before the snapshot
  };
  /// What run() found; handed to accept() whole.
  class Judgement {
   public:
    struct Content;
    explicit Judgement(std::unique_ptr<Content> content);
    Judgement(Judgement&&) noexcept;
    Judgement& operator=(Judgement&&) noexcept;
    ~Judgement();

   private:
    friend class LiveFindings;
    std::unique_ptr<Content> mContent;
  };

  /// What an edit did to the findings of single places and rows. Labels are filled in, approvals are left apart.
  struct Here {
    std::vector<Finding> gone;  ///< no longer found
    std::vector<Finding> found; ///< not found there before
    bool empty() const { return gone.empty() && found.empty(); }
  };

  /// Edits of more cells than `mostAtOnce` are left to the next job: a person does not wait for an import's findings.
  explicit LiveFindings(std::size_t mostAtOnce = 100'000);
  LiveFindings(LiveFindings&&) noexcept;
  LiveFindings& operator=(LiveFindings&&) noexcept;
  ~LiveFindings();

  /// Judges again what the edit touched; `after` is the document with the edit applied. Says nothing before the first
  /// job was accepted.
  Here edited(const Document& after, const Edit& edit);

  Job job(const Document& document) const;
  static Judgement run(const Job& job);
  /// Gives back what the judgement replaces: freeing what was said of a million places takes its time, on any thread.
  Judgement accept(Judgement judgement);

  /// Whether no edit has been made since the last accepted job's snapshot.
  bool isCurrent() const;
  std::vector<Finding> findings() const;
  /// Findings of one check and message become one with a count where there are more than `showSingly`. Of a check that
  /// says something else at each place, the last of `mostOfACheck` stands for the others, too.
  std::vector<Finding> grouped(std::size_t showSingly, std::size_t mostOfACheck = SIZE_MAX) const;
  /// Number of findings of a check, approved ones too.
  std::size_t count(std::string_view check) const;

 private:
  class Store;
  std::unique_ptr<Store> mStore;
};

} // namespace hotchkiss
