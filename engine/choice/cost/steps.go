package cost

import "math"

// Steps describes the steps around a tier in one pivot. Past runs correct the prediction of each step. So these
// constants need only be right within a factor of about two.
type Steps struct {
	Machine Machine
	Cores   int // cores that read fields and filter
	Workers int // workers of the tier, which arrange values; 0 means one
	// Fields is the number of fields. Read, Hashed and Computed count the values that no earlier pivot has read: values
	// to read as they are, to hash, and to compute.
	Fields                 int
	Read, Hashed, Computed int
	Scanned                int     // rows that the filter scans
	Conditions             float64 // of the filter; a condition on values without codes counts more than one
	SampledMS              float64 // predicted time of the estimate's samples and passes
	Clustered              bool    // the order of the rows was examined
	First                  bool    // the first pivot of the program, whose code and memory no cache holds yet
	Tiers                  int     // tiers that made an offer
	WaitedMS               float64 // the longest wait for a device
	Groups, Levels, Labels int     // of the crosstab; Labels are the labels to sort
	Later                  bool    // the order of the row labels is a step of its own, Order
	Filled                 int     // labels of both axes if labels without rows are shown, too
	Rows                   int     // rows that pass the filter
	Kept                   Kept    // the values that the measures keep
	StateBytes             int64   // of a group's accumulators without sets
	Merged                 float64 // words of 32 bits to merge for each row, of values on the disk
}

// Kept counts what measures keep: lists of values (Values), lists of distinct values of 32 bits (Distinct) and of 64
// bits (Wide), counts of ranges, for which the rows are read again (Ranges), and words of bits per group (Words).
type Kept struct{ Values, Distinct, Wide, Ranges, Words float64 }

// Times for values that measures keep, in units of the time of a node of the crosstab (docs/measured/predictions.md):
// to arrange a row of a list, to read the row at every level or a second time, and to compute the figure of a group.
const (
	arrangedNode, distinctNode, wideNode, leveledNode, againNode = 0.25, 0.5, 1.4, 0.1, 0.25
	countedNode                                                  = 0.35 // per group
	figureNodes, countNodes, wordNode                            = 4, 1.5, 0.05
	// stateNodes and nodeBytes say how the time of a node grows with the bytes of its accumulators.
	stateNodes, nodeBytes = 0.6, 50
)

// Nanoseconds per value on one core, and milliseconds of the fixed work of a step, on a 2-core x86 server.
const (
	readNs, hashedNs, computedNs, conditionNs = 4, 35, 12, 1
	// fieldMS is the time of a field, beginMS of a step, firstMS of a step of the first pivot of the program, offerMS
	// of an offer, and clusterMS of an examination of the rows' order.
	fieldMS, beginMS, firstMS, offerMS, clusterMS = 0.005, 0.005, 0.4, 0.01, 0.03
	// unorderedNodes and orderedNodes are the times to number a label and to order it later. The unit is the time to do
	// both at once. For five million labels on two cores, the two steps took 0.04 and 0.25 s.
	unorderedNodes, orderedNodes = 0.3, 1.6
	// listMS is a fixed time for each worker and list of values to arrange.
	listMS = 0.2
	// hashMS is a fixed time for each core that hashes values. n cores that read fields or filter are n^sharing times
	// as fast as one.
	hashMS, sharing = 0.3, 0.75
	// From manyGroups groups on, all cores lay out the crosstab. nodesAlone is the fraction of this work that one core
	// does alone. laterAlone is the same fraction if the labels are ordered later, and figuresAlone for the figures.
	manyGroups, nodesAlone, laterAlone, figuresAlone = 1 << 20, 0.25, 0.1, 0.1
	// startMS is the time to start a device.
	startMS = 400
)

// The first pivot of the program writes to memory that the system has yet to provide. A word of 32 bits then takes
// coldRooms times as long as the slot of an accumulator. Hashing takes hashedWords words per value. Lists take
// listWords words per value, and wideWords if the values have 64 bits.
const coldRooms, hashedWords, listWords, wideWords = 2, 5.5, 2, 3

// MS returns the expected milliseconds of a step, by its name in a record; 0 for a step without an expectation.
func (s *Steps) MS(step string) float64 {
	cores, begin := math.Pow(float64(max(1, s.Cores)), sharing), beginMS
	if s.First {
		begin += firstMS
	}
	switch step {
	case "keys":
		values := readNs*float64(s.Read) + hashedNs*float64(s.Hashed) + computedNs*float64(s.Computed)
		if s.Hashed > 0 {
			begin += hashMS * float64(s.Cores)
		}
		return begin + fieldMS*float64(s.Fields) + values/1e6/cores + s.cold(hashedWords*float64(s.Hashed))
	case "filter":
		return begin + conditionNs*float64(s.Scanned)*max(1, s.Conditions)/1e6/cores
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
		k := &s.Kept
		lists := k.Values + k.Distinct + k.Wide
		words := float64(s.Rows) * (listWords*(k.Values+k.Distinct) + wideWords*k.Wide)
		return begin + listMS*lists*float64(max(1, s.Workers)) + s.cold(words) +
			s.shared(float64(s.Rows)*(arrangedNode*k.Values+distinctNode*k.Distinct+wideNode*k.Wide)) +
			countedNode*lists*float64(s.Groups)*s.Machine.NodeNs/1e6
	case Order:
		return begin + orderedNodes*s.Machine.Assemble(s.Groups, s.Levels, 0) + s.Machine.Assemble(0, 0, s.Labels)
	case Assemble, "answer":
		if s.Later {
			return begin + unorderedNodes*s.nodes(laterAlone) + s.Machine.Move(s.Rows, s.Merged) + s.figures()
		}
		return begin + (stateNodes+float64(s.StateBytes)/nodeBytes)*s.nodes(nodesAlone) +
			s.Machine.Assemble(0, 0, s.Labels) + s.Machine.Assemble(s.Filled, 1, 0) +
			s.Machine.Move(s.Rows, s.Merged) + s.figures()
	}
	return 0
}

// cold returns the milliseconds that the first pivot of the program waits for some words of memory.
func (s *Steps) cold(words float64) float64 {
	if !s.First {
		return 0
	}
	return coldRooms * words * s.Machine.RoomNs / 1e6
}

// figures returns the milliseconds of computing figures from the values that measures keep.
func (s *Steps) figures() float64 {
	k, levels := &s.Kept, float64(s.Levels)
	sets, groups := k.Distinct+k.Wide, s.Machine.Assemble(s.Groups, s.Levels, 0)
	return s.shared(float64(s.Rows)*(leveledNode*levels*(k.Values+sets)+againNode*k.Ranges)) +
		s.serially(figuresAlone)*(figureNodes*k.Values+countNodes*sets+wordNode*k.Words)*groups
}

// nodes returns the milliseconds of laying the groups out, without figures. One core does the fraction `alone` of it.
func (s *Steps) nodes(alone float64) float64 {
	ms := s.Machine.Assemble(s.Groups, s.Levels, 0)
	if s.Groups >= manyGroups {
		ms *= s.serially(alone)
	}
	return ms
}

// serially returns the time of work on all workers, as a fraction of its time on one core. One worker does the fraction
// `alone` of the work by itself (Amdahl's law).
func (s *Steps) serially(alone float64) float64 { return alone + (1-alone)/float64(max(1, s.Workers)) }

// shared returns the milliseconds in which the workers together do the work of `nodes` nodes.
func (s *Steps) shared(nodes float64) float64 {
	return nodes * s.Machine.NodeNs / 1e6 / float64(max(1, s.Workers))
}
