// Package engine answers pivots. Engine.Pivot, in pivot.go, makes the crosstab of a query in the steps below. Every
// step takes values and returns values, and most steps are packages of their own. tiers.go lists the tiers.
//
// # The steps of a pivot
//
//  1. Bind: the calculated fields that the query reads become columns of the table; the engine computes each once
//     and keeps the last 32. A field that is only added up is computed while the rows are read, and stored if a
//     second pivot adds it up (stream.go). The fields of a query.Query become key.Columns. A key column has one
//     small code for each row, and a code for null; the engine computes it once for each table and keeps it. Values of
//     64 bits are numbered in partitions of their hash, on all cores; their codes have no order (key/number.go). The
//     measures become accumulators; several measures may share one.
//  2. Select: the filter becomes a bitmap of rows.
//  3. Estimate: a sample of the selected rows gives the expected number of groups and its range. Every pivot of a
//     table begins with the same rows. Key columns keep the codes of these rows side by side (key.Column.Sampled).
//     More rows are read only if a decision depends on them. If no offer's time depends on the number of groups,
//     no decision does (dispatch.Offer.Flat). The groups of one column are known without a sample if the
//     session has counted its values (Engine.Counted).
//  4. Decide: every tier makes an offer, with its gates, its predicted time and, for the GPU, a score.
//     dispatch.Decide picks one offer, and one sentence says why. The score is above 1 exactly if the GPU is
//     predicted to be the fastest. A closed gate (precision, memory, health, support, range) forbids the GPU at any
//     score. Engine.Estimate ends here.
//  5. Run: the tier groups the rows. On the processor, a strategy turns batches of 2,048 rows into group ids, and
//     accumulators loop over the pairs of group id and value. The GPU gets the same columns in the same widths. If
//     the GPU's process is lost during a run, the workers answer, and the record says so. Values of medians and
//     modes are then arranged by group, once for all totals. If a column has few values, they are counted
//     instead. If the memory does not hold the lists, the values of quantiles are counted by ranges; step 6
//     finds the ranges that the quantiles of all groups and totals lie in. It reads the rows once more for the
//     values of these ranges. Other lists are written to the disk as sorted runs, and step 6 merges the runs: one
//     pass in ascending order gives the figures of all groups and totals.
//  6. Assemble: pivot.Assemble numbers the labels that occur, field by field, in the order of their ranks. It builds
//     both axes from these numbers, and merges the groups' states into every pair of ancestors. All totals come
//     from states, none from cells. A figure is read from its state when a cell is asked for. A top leaves labels
//     out by the totals of its measure, even if the pivot does not show that measure. Each row field is then
//     sorted by what a column shows. Crosstab.Orders says which column decides each order, and the headings' arrows
//     come from there. A top that keeps few of many labels is chosen from the groups, and only the labels that stay
//     are ordered (pivot/first.go). If a pivot without column fields has many row labels, only the first labels are
//     selected at once. The others are ordered when somebody reads a row after them (pivot/later.go). Cells are found
//     by the ids of nodes, which need no order.
//  7. Crosstab.Grid lays the answer out in two dimensions. The window paints the grid and export writes the same
//     grid.
//
// Engine.Group does steps 1 to 5 and returns a flat data.Table with one row for each group.
//
// For drill-through, the engine finds the rows that a figure is computed from. A node of an axis is a path of codes,
// and the selected rows with these codes are a bitmap again. pivot.Listing lays rows of a table out like a grid, so
// that the window and export treat them like a pivot.
//
// Engine.Compare runs an answered pivot on every tier again, in turn, and compares the times with the predictions
// made before the answer. profiler.NewComparison makes the sentence. The GPU's first run counts if it had to send
// columns, because the pivot would have sent them, too; its later runs are shown next to the first. The cells of
// every tier are compared with the answer's, bit for bit.
//
// The caller says how many cells it can show. A larger pivot is refused with a dispatch.TooLarge before any row is
// grouped: the window asks what to do, the command line names --top and --force. cpu refuses a run that the memory
// cannot hold, before it takes the memory.
//
// # Tables on a server
//
// Engine.Attach says that a table is on a database server. Its pivots take other steps (engine/served.go). The query is
// bound to the schema and split into questions (engine/pushdown). The first is one GROUP BY at the finest level. It
// asks for the count of rows and for states that merge: counts of values, sums in two words, least and greatest values.
// For measures that need the values themselves, there is a GROUP BY with the measure's columns as further keys. It
// gives a list of values, each with its number of rows. A group is represented by values of its columns, for example
// the least date of a month. SQL cannot express some parts exactly: groups made by hand, calculated fields, patterns of
// texts. The question then groups by the whole column, and the usual code computes labels and conditions from the
// answer. The answers become one table whose rows stand for many (engine/joined.go).
//
// engine/servedexpect.go asks about a sample first. engine/pulled.go weighs a copy of the columns, and makes it
// if the caller allows it. engine/order.go splits the query. engine/servedrows.go has the rows behind figures
// and the values of fields.
//
// The rows of the joined table are added to the accumulators by Horner's rule over the bits of their weights. Lists
// of values keep the weights. pivot.Assemble makes all totals. First and last, and bins of quantiles, are refused,
// because the rows on a server have no order here. Sums of floats are exact: they are added here.
//
// # What is done at rest
//
// While nothing else runs, the session lets the engine keep the first samples of a table's columns
// (Engine.KeepSamples). It also counts the values of the columns (Engine.Counted), and the groups of the shown pivot
// with each further column (Engine.CountAhead). What the window shows while a field is dragged is then a count and not
// an estimate.
//
// The session calibrates the machine when an answer is on the screen and nothing else runs. Any work that starts
// cancels the calibration, and the calibration starts again at the next rest. A calibration is kept whole or not at
// all.
//
// On a calibrated machine the session uses the rest to send columns to the GPU (Engine.Send): those of the shown pivot,
// of the other tabs, and then those that are likely to be dropped next. Each query is planned as a pivot is. Its
// columns are sent if the GPU is expected to be the fastest once it has them. They take at most half of the GPU's
// budget, and never replace other columns. The GPU also compiles the programs of the query, even if the columns do not
// fit, and finds the slots of its keys. Then the GPU compiles the programs of likely pivots of two and three columns
// (Engine.Compile), one after the other: the programs of a pivot serve all pivots whose columns have the same widths.
// If any other work starts, the sending ends after the present portion of at most 6 MB. If a program is being compiled,
// only work that needs new memory of the device waits for it.
//
// Package engine must not know windows, commands or files.
package engine
