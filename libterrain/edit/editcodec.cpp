#include "libterrain/edit/editcodec.h"

#include <unordered_map>
#include <utility>

namespace hotchkiss {

namespace {

constexpr char kCodecVersion = 1;
constexpr std::int64_t kFarthest = 1 << 24;     // coordinates beyond this are no map's
constexpr std::int64_t kMostHexes = 16'000'000; // the size limit of readModule()

enum PartKind : std::uint8_t { kChangesPart, kReframePart };

/// Pool texts are indexes into the record's table. Texts of records stand where they are used: if they were shared, a
/// short hostile record could ask for any number of copies of a long text.
class Encoder {
 public:
  explicit Encoder(const TextPool& pool) : mPool(pool) {}

  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7U)
      mOut += static_cast<char>((value & 0x7fU) | 0x80U);
    mOut += static_cast<char>(value);
  }
  void integer(std::int64_t value) { // zigzag: small negatives stay short
    number((static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63));
  }
  void write(std::string_view text) {
    number(text.size());
    mOut += text;
  }
  void write(std::uint32_t poolId) {
    const auto [it, isNew] = mIndex.try_emplace(poolId, mIds.size());
    if (isNew)
      mIds.push_back(poolId);
    number(it->second);
  }
  void write(const HexValue& hex) {
    write(hex.terrain);
    write(hex.more);
    integer(hex.level);
  }
  void write(const std::optional<std::string>& record) {
    number(record ? 1 : 0);
    if (record)
      write(std::string_view(*record));
  }
  void write(HexCoord h) {
    integer(h.c);
    integer(h.r);
  }
  void write(EdgeId e) {
    write(e.owner());
    integer(e.d);
  }
  void write(VertexId v) {
    write(v.owner());
    integer(v.v);
  }
  void write(const RecordPlace& place) {
    write(std::string_view(place.table));
    write(std::string_view(place.key.section));
    write(std::string_view(place.key.id));
  }
  void write(Extent extent) {
    integer(extent.width);
    integer(extent.height);
  }
  template <class List>
  void writeList(const List& changes) {
    number(changes.size());
    for (const auto& change : changes) {
      write(change.key);
      write(change.before);
      write(change.after);
    }
  }

  /// The table goes first, though it is known last.
  std::string finish() {
    const std::string body = std::exchange(mOut, std::string(1, kCodecVersion));
    number(mIds.size());
    for (const std::uint32_t id : mIds)
      write(std::string_view(mPool.text(id)));
    return mOut + body;
  }

 private:
  const TextPool& mPool;
  std::string mOut;
  std::vector<std::uint32_t> mIds;
  std::unordered_map<std::uint32_t, std::size_t> mIndex;
};

/// Reads up to the first thing that is wrong; from then on failed() is true and what it gives means nothing.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : mRest(bytes) {}

  bool failed() const { return mFailed; }
  bool atEnd() const { return mRest.empty(); }

  std::uint64_t number() {
    std::uint64_t out = 0;
    for (unsigned shift = 0; shift < 64 && !mRest.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(mRest.front());
      mRest.remove_prefix(1);
      if (shift == 63 && byte > 1)
        break;
      out |= std::uint64_t{byte & 0x7fU} << shift;
      if (byte < 0x80)
        return out;
    }
    mFailed = true;
    return 0;
  }
  std::int32_t integer(std::int64_t least, std::int64_t most) {
    const std::uint64_t raw = number();
    const std::int64_t out = static_cast<std::int64_t>(raw >> 1U) ^ -static_cast<std::int64_t>(raw & 1U);
    mFailed = mFailed || out < least || out > most;
    return mFailed ? 0 : static_cast<std::int32_t>(out);
  }
  /// How many things follow, each of at least one byte: more than there are bytes is a lie.
  std::size_t count() {
    const std::uint64_t out = number();
    mFailed = mFailed || out > mRest.size();
    return mFailed ? 0 : static_cast<std::size_t>(out);
  }
  std::string_view view() {
    const std::size_t length = count();
    const std::string_view out = mRest.substr(0, length);
    mRest.remove_prefix(length);
    return out;
  }
  std::vector<std::string_view> readTable() {
    std::vector<std::string_view> out;
    const std::size_t texts = count();
    for (std::size_t i = 0; i < texts && !mFailed; ++i)
      out.push_back(view());
    mTexts = out.size();
    return out;
  }

  void read(std::string& text) { text = view(); }
  void read(std::uint32_t& tableIndex) {
    const std::uint64_t out = number();
    mFailed = mFailed || out >= mTexts;
    tableIndex = mFailed ? 0 : static_cast<std::uint32_t>(out);
  }
  void read(HexValue& hex) {
    read(hex.terrain);
    read(hex.more);
    hex.level = static_cast<std::int16_t>(integer(HexValue::kNoLevel, std::numeric_limits<std::int16_t>::max()));
  }
  void read(std::optional<std::string>& record) {
    const std::uint64_t present = number();
    mFailed = mFailed || present > 1;
    if (present == 1)
      record = view();
  }
  void read(HexCoord& h) {
    h.c = integer(-kFarthest, kFarthest);
    h.r = integer(-kFarthest, kFarthest);
  }
  void read(EdgeId& e) {
    e.c = integer(-kFarthest, kFarthest);
    e.r = integer(-kFarthest, kFarthest);
    e.d = integer(0, 2);
  }
  void read(VertexId& v) {
    v.c = integer(-kFarthest, kFarthest);
    v.r = integer(-kFarthest, kFarthest);
    v.v = integer(0, 1);
  }
  void read(RecordPlace& place) {
    read(place.table);
    read(place.key.section);
    read(place.key.id);
  }
  void read(Extent& extent) {
    extent.width = integer(0, kMostHexes);
    extent.height = integer(0, kMostHexes);
    mFailed = mFailed || extent.area() > kMostHexes;
  }
  template <class List>
  void readList(List& list) {
    const std::size_t changes = count();
    for (std::size_t i = 0; i < changes && !mFailed; ++i) {
      auto& change = list.emplace_back();
      read(change.key);
      read(change.before);
      read(change.after);
    }
  }
  void readPart(Edit& edit) {
    const std::uint64_t kind = number();
    mFailed = mFailed || kind > kReframePart;
    if (mFailed)
      return;
    if (kind == kChangesPart) {
      auto& changes = std::get<Changes>(edit.parts.emplace_back(Changes{}));
      readList(changes.hexes);
      readList(changes.edges);
      readList(changes.vertices);
      readList(changes.records);
    } else {
      auto& reframe = std::get<Reframe>(edit.parts.emplace_back(Reframe{}));
      read(reframe.shift);
      read(reframe.before);
      read(reframe.after);
    }
  }

 private:
  std::string_view mRest;
  std::size_t mTexts = 0;
  bool mFailed = false;
};

/// Turns table indexes into pool ids.
void translate(Changes& changes, const std::vector<std::uint32_t>& ids) {
  for (auto& change : changes.hexes)
    for (HexValue* value : {&change.before, &change.after}) {
      value->terrain = ids[value->terrain];
      value->more = ids[value->more];
    }
  for (auto& change : changes.edges) {
    change.before = ids[change.before];
    change.after = ids[change.after];
  }
  for (auto& change : changes.vertices) {
    change.before = ids[change.before];
    change.after = ids[change.after];
  }
}

} // namespace

std::string encodeEdit(const Edit& edit, const TextPool& pool) {
  Encoder out(pool);
  out.write(std::string_view(edit.title));
  out.number(edit.parts.size());
  for (const auto& part : edit.parts) {
    if (const auto* changes = std::get_if<Changes>(&part)) {
      out.number(kChangesPart);
      out.writeList(changes->hexes);
      out.writeList(changes->edges);
      out.writeList(changes->vertices);
      out.writeList(changes->records);
    } else {
      const auto& reframe = std::get<Reframe>(part);
      out.number(kReframePart);
      out.write(reframe.shift);
      out.write(reframe.before);
      out.write(reframe.after);
    }
  }
  return out.finish();
}

Result<Edit> decodeEdit(std::string_view bytes, TextPool& pool) {
  if (bytes.empty() || bytes.front() != kCodecVersion)
    return Error{"this edit was written by another version of the program", {}, 0, {}, {}};
  Decoder in(bytes.substr(1));
  const std::vector<std::string_view> texts = in.readTable();
  Edit edit;
  in.read(edit.title);
  const std::size_t parts = in.count();
  for (std::size_t i = 0; i < parts && !in.failed(); ++i)
    in.readPart(edit);
  if (in.failed() || !in.atEnd())
    return Error{"the record of an edit is damaged", {}, 0, {}, {}};
  std::vector<std::uint32_t> ids;
  ids.reserve(texts.size());
  for (const std::string_view text : texts)
    ids.push_back(pool.intern(text));
  for (auto& part : edit.parts)
    if (auto* changes = std::get_if<Changes>(&part))
      translate(*changes, ids);
  return edit;
}

} // namespace hotchkiss
