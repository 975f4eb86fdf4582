package pivot

// ChooseTopsFirst sets the number of labels from which on a top is chosen before the labels are ordered.
func ChooseTopsFirst(labels int) (restore func()) {
	before := manyLabels
	manyLabels = labels
	return func() { manyLabels = before }
}

// init makes every test of the package order labels later, if the query allows it, list lines in small parts, and merge
// few groups as if they were many.
func init() {
	laterFrom, firstRows, manyCodes, partNodes = 1, 3, 1, 4
	manyGroups, fewCells, blockGroups = 1, 8, 64
}

// OrderLater sets the number of groups from which on labels are ordered later, and how many labels are ordered at
// once.
func OrderLater(groups, first int) (restore func()) {
	from, rows := laterFrom, firstRows
	laterFrom, firstRows = groups, first
	return func() { laterFrom, firstRows = from, rows }
}
