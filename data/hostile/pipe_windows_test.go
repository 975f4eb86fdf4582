package hostile

import "testing"

func pipe(t *testing.T, _ string) string {
	t.Helper()
	return ""
}
