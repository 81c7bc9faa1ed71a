#pragma once

#include "editor/import/steppage.h"

namespace hotchkiss::editor {

/// One page for each kind of step.
StepPage* makeElevationPage(EditorDocument& document);
StepPage* makeRiversPage(EditorDocument& document);
StepPage* makePathsPage(EditorDocument& document);
StepPage* makePlacesPage(EditorDocument& document);
StepPage* makeRegionsPage(EditorDocument& document);
StepPage* makeCoverPage(EditorDocument& document);
StepPage* makeScanPage(EditorDocument& document);

} // namespace hotchkiss::editor
