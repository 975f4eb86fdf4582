package dispatch

// weighed is the score of a pivot on a device, and the times that it stands for.
type weighed struct {
	factors   Factors
	predicted map[string]Prediction // corrected by past runs; the GPU's is absent where no device is known
	plain     map[string]float64    // milliseconds before any correction
}

// instant is the least time that any tier is expected to take, in milliseconds.
const instant = 0.001

// behind is by how much a GPU that does not score above 1 is at least slower than the CPU.
const behind = 1.01

// weigh scores a pivot on a device and predicts the time of every tier. A score above 1 and a GPU that is expected to be
// faster than the CPU are one thing.
//
// The factors are the documents' (SEEDS A6, A7), from the device's class and slot limit. Of a class that was not measured
// they decide, and the time that the shipped costs of the class foretell is held on their side. Once the device was
// measured, or past runs on it corrected its time, the time decides, and the tuning F4 makes the score the better CPU tier's
// time over the GPU's: F4 is how this very device differs from what its class promises.
func (m Machine) weigh(s Shape, d Device, correction func(tier string) float64) weighed {
	w := weighed{predicted: m.Predict(s, d.Class), plain: map[string]float64{}}
	limit := SlotLimit(d, s.Asked)
	w.correct(Serial, correction)
	w.correct(Workers, correction)
	if d.Class == "" {
		w.factors = Factors{Cardinality: Penalty(s.Groups, limit)}
		return w
	}
	w.factors = Defaults.Score(s.Work(), d, limit)
	measured, score := m.Measured(d.Class), w.factors.Score()
	switch {
	case measured:
	case score > 1:
		w.scale(GPU, min(w.predicted[GPU].Total(), w.cpu()/score))
	default:
		w.scale(GPU, max(w.predicted[GPU].Total(), behind*w.cpu()))
	}
	if measured = w.correct(GPU, correction) || measured; !measured {
		return w
	}
	if d.Class == Software { // it computes on the cores that it would relieve
		w.scale(GPU, max(w.predicted[GPU].Total(), behind*w.cpu()))
	}
	w.factors.Vendor *= w.cpu() / w.predicted[GPU].Total() / score
	return w
}

// Measured reports whether the constants of a class of devices were measured and are not those that the program comes with.
func (m *Machine) Measured(class string) bool { return m.GPU[class] != DefaultMachine.GPU[class] }

// Work is what the score needs to know of a shape.
func (s *Shape) Work() Work {
	return Work{Rows: s.Rows, Groups: s.Groups, ColumnBytes: s.Largest, Resident: s.Bytes > 0 && s.Upload == 0}
}

// correct notes the plain time of a tier and corrects it, and reports whether that changed anything.
func (w *weighed) correct(tier string, correction func(tier string) float64) bool {
	plain := w.predicted[tier].Total()
	w.plain[tier] = plain
	by := correction(tier)
	w.scale(tier, by*plain)
	return by != 1
}

// scale makes a tier take so many milliseconds, shared by its stages as before.
func (w *weighed) scale(tier string, ms float64) {
	if total := w.predicted[tier].Total(); total > 0 {
		w.predicted[tier] = w.predicted[tier].Times(max(ms, instant) / total)
		return
	}
	w.predicted[tier] = Prediction{stagesOf[tier][0]: max(ms, instant)}
}

// cpu is the better CPU tier's time.
func (w *weighed) cpu() float64 {
	return max(instant, min(w.predicted[Serial].Total(), w.predicted[Workers].Total()))
}
