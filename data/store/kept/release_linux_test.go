package kept

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestPagesAreReleased opens a kept table, forgets its columns, and looks at what the process still has of the
// file. A text that was taken stays right.
func TestPagesAreReleased(t *testing.T) {
	d := newDesk(t)
	kept := d.keep(randomTable(rand.New(rand.NewPCG(9, 9)), 100_000))
	table := d.open(nil)
	before := resident(t, kept)
	if before == 0 {
		t.Fatal("nothing of the file is in memory")
	}
	var texts, want []string
	for _, c := range table.Columns {
		if c.Dict != nil && len(c.Dict.Values) > 0 {
			texts, want = append(texts, c.Dict.Values[0]), append(want, strings.Clone(c.Dict.Values[0]))
		}
	}
	runtime.KeepAlive(table)
	for range 100 {
		runtime.GC()
		if time.Sleep(10 * time.Millisecond); resident(t, kept) == 0 {
			break
		}
	}
	if after := resident(t, kept); after != 0 {
		t.Errorf("%d of %d kB are still in memory", after, before)
	}
	if len(texts) == 0 || fmt.Sprint(texts) != fmt.Sprint(want) {
		t.Errorf("the texts are %q, want %q", texts, want)
	}
}

// resident returns the kilobytes of a mapped file that the process has in memory.
func resident(t *testing.T, file string) (kb int) {
	b, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(b), file+"\n")
	_, after, _ = strings.Cut(after, "\nRss:")
	_, _ = fmt.Sscan(after, &kb)
	return kb
}
