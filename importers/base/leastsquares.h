#pragma once

#include <optional>
#include <span>
#include <vector>

namespace hotchkiss {

/// Solves a square system by elimination with pivoting; none when it is singular (or nearly so).
std::optional<std::vector<double>> solveSystem(std::vector<std::vector<double>> matrix, std::vector<double> right);

/// The coefficients that come nearest to `right` for all rows at once; none when the rows do not fix them.
std::optional<std::vector<double>> leastSquares(const std::vector<std::vector<double>>& rows,
                                                const std::vector<double>& right);

} // namespace hotchkiss
