// Names never lie on each other, and important ones are there.
#include "render/labels.h"
#include "tests/render/pictures.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace hotchkiss::test {

namespace {

/// The names of a map, through the same door as the painter's.
LabelLayout layout(const Document& document, const std::string& style, double factor) {
  Scene scene;
  scene.snapshot = snapshotOf(document);
  scene.style = styleOf(scene.snapshot, style);
  scene.palette = std::make_shared<const Palette>(*scene.snapshot.ruleset, scene.style);
  scene.meanings = std::make_shared<const PoolMeanings>(scene.palette);
  scene.named = std::make_shared<const NamedIndex>(scene.document(), *scene.palette);
  scene.membership = std::make_shared<const Membership>(scene.document(), *scene.meanings);
  scene.levels = std::make_shared<const std::map<int, std::int64_t>>();
  return {scene, factor};
}

} // namespace

TEST(Names, NeverOverlap) {
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"})
    for (const char* style : {"engraved", "clear"})
      for (const double factor : {1.0, 2.0, 4.0}) {
        const LabelLayout names = layout(sample(name), style, factor);
        const std::vector<PlacedLabel>& labels = names.labels();
        EXPECT_GE(labels.size(), 4U) << name;
        for (std::size_t i = 0; i < labels.size(); ++i)
          for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(labels[i].path().intersects(labels[j].path()))
                << name << " " << style << ": " << labels[i].text.toStdString() << " and "
                << labels[j].text.toStdString();
      }
}

TEST(Names, OfPlacesAreAllThereAtReadingSize) {
  for (const char* name : {"gcacw-primer", "gbacw-primer", "tss-primer", "wftu-primer"}) {
    const Document document = sample(name);
    const LabelLayout names = layout(document, "engraved", 1);
    const NamedIndex index(document, Palette(*snapshotOf(document).ruleset, styleOf(snapshotOf(document), "engraved")));
    for (const NamedPtr& place : index.section("place"))
      if (place->at && !place->name.isEmpty() &&
          std::none_of(names.labels().begin(), names.labels().end(),
                       [&](const PlacedLabel& label) { return label.text == place->name; }))
        ADD_FAILURE() << name << ": " << place->name.toStdString();
  }
}

} // namespace hotchkiss::test
