#include "importers/base/leastsquares.h"

#include <algorithm>
#include <cmath>

namespace hotchkiss {

std::optional<std::vector<double>> solveSystem(std::vector<std::vector<double>> matrix, std::vector<double> right) {
  const std::size_t n = right.size();
  double largest = 0;
  for (const std::vector<double>& row : matrix)
    for (const double value : row)
      largest = std::max(largest, std::abs(value));
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t k = i + 1; k < n; ++k)
      if (std::abs(matrix[k][i]) > std::abs(matrix[pivot][i]))
        pivot = k;
    if (!(std::abs(matrix[pivot][i]) > largest * 1e-11))
      return std::nullopt;
    std::swap(matrix[i], matrix[pivot]);
    std::swap(right[i], right[pivot]);
    for (std::size_t k = i + 1; k < n; ++k) {
      const double factor = matrix[k][i] / matrix[i][i];
      for (std::size_t j = i; j < n; ++j)
        matrix[k][j] -= factor * matrix[i][j];
      right[k] -= factor * right[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j)
      right[i] -= matrix[i][j] * right[j];
    right[i] /= matrix[i][i];
  }
  return right;
}

std::optional<std::vector<double>> leastSquares(const std::vector<std::vector<double>>& rows,
                                                const std::vector<double>& right) {
  if (rows.empty() || rows.size() < rows[0].size())
    return std::nullopt;
  const std::size_t n = rows[0].size();
  std::vector<std::vector<double>> normal(n, std::vector<double>(n));
  std::vector<double> sums(n);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t i = 0; i < n; ++i) {
      sums[i] += rows[r][i] * right[r];
      for (std::size_t j = 0; j < n; ++j)
        normal[i][j] += rows[r][i] * rows[r][j];
    }
  return solveSystem(std::move(normal), std::move(sums));
}

} // namespace hotchkiss
