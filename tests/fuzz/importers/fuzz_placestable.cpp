#include "importers/places/placesimport.h"
#include "tests/fuzz/importers/scratch.h"

#include <nlohmann/json.hpp>

using namespace hotchkiss;

// Any text may be a table of places: what it gives lies on the map.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Document kDocument(Lattice{}, {30, 20});
  ImportContext context;
  context.document = &kDocument;
  context.frame.crs = "EPSG:26918";
  context.frame.origin = {300000, 4410000};
  context.frame.pitch = {1000, 1000};
  context.sources["t"] = {"t", fuzz::writeScratch("places.csv", {data, size}), {}, "places.csv"};
  static const nlohmann::json kStep = nlohmann::json::parse(
      R"({"source":"t","name":"City","x":"LON","y":"LAT","rank":"1860","classes":[{"place":"town"}]})");
  const auto imported = importPlaces(context, "t", kStep);
  if (!imported) {
    if (imported.error().message.empty())
      std::abort();
    return 0;
  }
  Document after = kDocument;
  imported->edit.apply(after);
  for (const auto& [key, text] : after.table("map/named")) {
    const nlohmann::json at = nlohmann::json::parse(text).at("at");
    if (!after.extent().contains({at[0].get<std::int32_t>(), at[1].get<std::int32_t>()}))
      std::abort();
  }
  return 0;
}
