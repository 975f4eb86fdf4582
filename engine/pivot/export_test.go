package pivot

// ChooseTopsFirst sets the number of labels from which on a top is chosen before the labels are ordered.
func ChooseTopsFirst(labels int) (restore func()) {
	before := manyLabels
	manyLabels = labels
	return func() { manyLabels = before }
}
