package cost

// Steps says what the steps around a tier do in one pivot. A past run corrects each of them by itself, so that
// these constants need be right within a factor of some two.
type Steps struct {
	Machine Machine
	Cores   int // that read fields and filter
	Workers int // of the tier, which arrange values; 0 stands for one
	// The fields: how many there are, and the values that had not been read for any pivot before: read as they
	// are, hashed, and computed.
	Fields                 int
	Read, Hashed, Computed int
	Scanned, Conditions    int     // the rows that a filter looks at, and its conditions
	SampledMS              float64 // of the samples and passes of the estimate, as it foresaw them
	Clustered              bool    // the order of the rows was looked at
	First                  bool    // the first pivot of the program, whose code and memory no cache holds yet
	Tiers                  int     // that made an offer
	WaitedMS               float64 // the longest that a device is waited for
	Groups, Levels, Labels int     // of the crosstab: labels are those that have to be sorted
	Filled                 int     // labels of both axes where those without rows are shown, too
	Rows                   int     // that pass the filter
	Lists                  float64 // columns of values that are laid out by group
	Merged                 float64 // columns of values on the disk that are merged
}

// Nanoseconds of a value on one core, and milliseconds of a step however little it does, on a 2-core x86 server.
const (
	readNs, hashedNs, computedNs, conditionNs = 2, 35, 20, 1
	// fieldMS is of a field, beginMS of any step, firstMS of any step of the first pivot of the program, offerMS of
	// an offer, and clusterMS of a look at the rows' order.
	fieldMS, beginMS, firstMS, offerMS, clusterMS = 0.005, 0.005, 0.15, 0.01, 0.03
	// startMS is the time that a device takes to start.
	startMS = 400
)

// MS is the expected milliseconds of a step, by its name in a record; 0 where it has no expectation.
func (s *Steps) MS(step string) float64 {
	cores, begin := float64(max(1, s.Cores)), beginMS
	if s.First {
		begin += firstMS
	}
	switch step {
	case "keys":
		values := readNs*float64(s.Read) + hashedNs*float64(s.Hashed) + computedNs*float64(s.Computed)
		return begin + fieldMS*float64(s.Fields) + values/1e6/cores
	case "filter":
		return begin + conditionNs*float64(s.Scanned)*float64(max(1, s.Conditions))/1e6/cores
	case "device":
		if s.WaitedMS > 0 {
			return s.WaitedMS
		}
		return startMS
	case Estimate:
		if s.Clustered {
			return begin + clusterMS + s.SampledMS
		}
		return begin + s.SampledMS
	case "dispatch":
		return begin + offerMS*float64(s.Tiers)
	case "arrange":
		return begin + s.Machine.Move(s.Rows, s.Lists)/float64(max(1, s.Workers))
	case Assemble, "answer":
		return begin + s.Machine.Assemble(s.Groups, s.Levels, s.Labels) + s.Machine.Assemble(s.Filled, 1, 0) + s.Machine.Move(s.Rows, s.Merged)
	}
	return 0
}
