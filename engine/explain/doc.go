// Package explain says which labels of a column make a figure of a pivot what it is. For each label it is given the
// figure in three sets of rows: those of the figure, of another figure to compare with, and of the whole pivot. It must
// not know tables or how rows are grouped.
//
// # Contributions
//
// Sums and counts add up: a label contributes its own figure. The contribution to a difference is the difference of the
// label's figures. Contributions are computed as fractions from exact sums, and rounded only when they are written.
//
// An average or a ratio is a sum n over another sum d. A label with the sums n, d contributes n/D to the figure, where
// D is d of all labels. For a difference, w = d/D is the weight of the label and r = n/d its rate. R is the rate of all
// labels, and 0 and 1 mark the other figure and the figure:
//
//	mix  = (w1 - w0) * ((r1 + r0)/2 - (R1 + R0)/2)
//	rate = (w1 + w0)/2 * (r1 - r0)
//
// The mix is the effect of the label's change of weight, and the rate is the effect of its change of rate. Over all
// labels, mix and rate add up to R1 - R0 exactly, because the weights add up to 1 and the term of R cancels. A label
// without rows in one of the two figures has only one rate. All that it contributes is then mix. All labels that are
// not listed count as one label.
//
// Other figures, such as a median, do not add up. For them, each label has its share of the rows.
//
// # Which column explains most
//
// Each line has an amount a and an expected amount e: what the label would have if it were like all rows. A column
// explains nothing if every a equals its e. The score of the column is the sum of |a - e| over the sum of |a| + |e|. It
// is 0 if every line is as expected, and 1 if nothing is. Only the listed lines count, so that a column does not come
// first only because it has many labels.
//
//   - Sums and counts: a is the share in the figure, and e the share in the other figure. Without another figure, e is
//     the share in the whole pivot, and for the grand total itself the share in the rows.
//   - Averages and ratios: a is mix and rate; e is the difference of the figures times the mean weight. Without another
//     figure, a is the contribution and e the weight times the figure.
//   - Other figures: a and e are rows, as for a count.
package explain
