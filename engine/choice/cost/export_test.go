package cost

// The parts that the tests look into.
var (
	ReadCalibrations = readCalibrations
	KeptCalibrations = keptCalibrations
)
