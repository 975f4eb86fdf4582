package load

import (
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardinal/data"
)

// TestRealTables compares the tables of the collections with what is known of them.
func TestRealTables(t *testing.T) {
	if corpora() == "" {
		t.Log("CARDINAL_CORPORA names no folder: the real tables are left out")
		return
	}
	tables := filepath.Join(corpora(), "tables")
	t.Run("flights", func(t *testing.T) { flights(t, tables) })
	t.Run("pizzaplace", func(t *testing.T) {
		sameTable(t, open(t, filepath.Join(tables, "pizzaplace.csv")),
			open(t, filepath.Join(tables, "pizzaplace.parquet")))
	})
	t.Run("zip codes stay text", func(t *testing.T) { zipCodesStayText(t, tables) })
	t.Run("birdstrikes", func(t *testing.T) { birdstrikes(t, tables) })
	t.Run("kylo userdata", func(t *testing.T) { kyloUserdata(t, tables) })
	t.Run("gapminder", func(t *testing.T) { gapminder(t, tables) })
}

func flights(t *testing.T, tables string) {
	table := open(t, filepath.Join(tables, "flights-3m.parquet"))
	if table.Rows != 3_000_000 || len(table.Columns) != 5 {
		t.Fatalf("%d rows, %d columns", table.Rows, len(table.Columns))
	}
	origin, err := table.Column("origin")
	if err != nil {
		t.Fatal(err)
	}
	delay, err := table.Column("delay")
	if err != nil {
		t.Fatal(err)
	}
	rows, sum := 0, int64(0)
	for i := range table.Rows {
		if origin.Value(i).Text == "ORD" {
			rows++
			sum += delay.Int(i)
		}
	}
	if mean := float64(sum) / float64(rows); rows != 166_341 || mean < 9.27365 || mean > 9.27375 {
		t.Errorf("ORD: %d rows, mean delay %v", rows, mean)
	}
}

func zipCodesStayText(t *testing.T, tables string) {
	table := open(t, filepath.Join(tables, "zipcodes.csv"))
	c, err := table.Column("zip_code")
	if err != nil {
		t.Fatal(err)
	}
	if table.Rows != 42_049 || c.Type != data.Text || c.Value(0).Text != "00501" {
		t.Errorf("%d rows, %v, first %q", table.Rows, c.Type, c.Value(0))
	}
	if c, err := table.Column("latitude"); err != nil || c.Type != data.Decimal || c.Scale != 6 {
		t.Errorf("latitude is %v(%d), %v", c.Type, c.Scale, err)
	}
}

func birdstrikes(t *testing.T, tables string) {
	table := open(t, filepath.Join(tables, "birdstrikes.csv"))
	want := map[string]data.Type{"Flight Date": data.Date, "Cost Total $": data.Int, "Speed IAS in knots": data.Int,
		"Wildlife Size": data.Text}
	for name, typ := range want {
		c, err := table.Column(name)
		if err != nil || c.Type != typ {
			t.Errorf("%s is %v, want %v (%v)", name, c.Type, typ, err)
		}
	}
	if len(table.Columns) != 14 || table.Rows != 10_000 {
		t.Errorf("%d x %d", table.Rows, len(table.Columns))
	}
}

// kyloUserdata compares the same tables as text and as Parquet. Whoever wrote the Parquet files read noon as
// midnight and cut fields at commas inside quotes, so that not all columns can be held against each other.
func kyloUserdata(t *testing.T, tables string) {
	for i := 1; i <= 5; i++ {
		n := strconv.Itoa(i)
		a := open(t, filepath.Join(tables, "kylo-userdata", "csv", "userdata"+n+".csv"))
		b := open(t, filepath.Join(tables, "kylo-userdata", "parquet", "userdata"+n+".parquet"))
		if len(a.Columns) != 13 || len(b.Columns) != 13 || a.Rows < 998 || b.Rows < 998 {
			t.Fatalf("%d x %d and %d x %d", a.Rows, len(a.Columns), b.Rows, len(b.Columns))
		}
		for _, name := range []string{"registration_dttm", "first_name", "last_name", "ip_address", "cc"} {
			c, err1 := a.Column(name)
			d, err2 := b.Column(name)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			for row := range min(a.Rows, b.Rows) {
				x, y := c.Value(row), d.Value(row)
				if x.Type == data.Timestamp {
					if apart := x.Time().Sub(y.Time()); apart != 0 && apart != 12*time.Hour {
						t.Errorf("userdata%s %s row %d: %v, Parquet has %v", n, name, row, x, y)
					}
				} else if x.String() != y.String() {
					t.Errorf("userdata%s %s row %d: %q, Parquet has %q", n, name, row, x, y)
				}
			}
		}
	}
}

// gapminder compares a wide workbook, a year a column, with the long text that was made of it.
func gapminder(t *testing.T, tables string) {
	folder := filepath.Join(tables, "gapminder", "data-raw")
	wide := open(t, filepath.Join(folder, "xls", "gapdata001-1.xlsx"))
	long := open(t, filepath.Join(folder, "03_gdpPercap.tsv"))
	if wide.Sheet != "data" || strings.Join(wide.Sheets, ",") != "data,Info" {
		t.Errorf("sheet %q of %q", wide.Sheet, wide.Sheets)
	}
	rows := map[string]int{}
	for i := range wide.Rows {
		rows[wide.Columns[0].Value(i).Text] = i
	}
	compared, retouched := 0, 0 // the authors corrected a few by hand
	for i := range long.Rows {
		year, err := wide.Column(long.Columns[2].Value(i).String())
		row, ok := rows[long.Columns[0].Value(i).Text]
		if err != nil || !ok {
			continue
		}
		got, ok := year.Value(row).Number()
		want, _ := long.Columns[1].Value(i).Number()
		if compared++; !ok || math.Abs(got-want) > 1e-9*want {
			retouched++
		}
	}
	if compared < 10_000 || retouched > 60 {
		t.Errorf("%d cells were compared, %d differ", compared, retouched)
	}
}
