package predictions

import "testing"

// TestQuestions asks each question of a few rows once.
func TestQuestions(t *testing.T) {
	for _, q := range questions(1000) {
		p, err := ask(t.Context(), q, t.TempDir())
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		for i, r := range p.Runs {
			if r.Predicted <= 0 || r.Taken <= 0 || len(r.Steps) == 0 {
				t.Errorf("%s, %s: %+v", q, states[i], r)
			}
		}
	}
}
