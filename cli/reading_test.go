package cli

import (
	"reflect"
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"cardinal/data"
)

// TestOptionsBesideKept gives each option of reading beside a workspace that says how its file is read: the
// option changes what it names, and nothing else.
func TestOptionsBesideKept(t *testing.T) {
	kept := data.Reading{Types: []string{"zip=text", "day=date"}, Zones: []string{"kept=UTC"}}
	v := reflect.ValueOf(&kept).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.String:
			f.SetString("kept")
		case reflect.Int:
			f.SetInt(7)
		}
	}
	fields := map[string]string{} // by option
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag.Get("json")
		option := tag[:len(tag)-len(",omitempty")]
		switch option {
		case "types", "roles", "zones":
			option = option[:len(option)-1]
		}
		fields[option] = v.Type().Field(i).Name
	}
	for option, field := range fields {
		values := []string{"given", ""}
		switch option {
		case "skip":
			values = []string{"3", "0"}
		case "type":
			values = []string{"zip=number"}
		case "role":
			values = []string{"zip=identifier"}
		case "zone":
			values = []string{"at=Asia/Tokyo"}
		}
		for _, value := range values {
			var how reading
			f := pflag.NewFlagSet("pivot", pflag.ContinueOnError)
			how.addFlags(f)
			if err := f.Set(option, value); err != nil {
				t.Fatalf("--%s: %v", option, err)
			}
			how.keep(kept, map[string]bool{option: true})
			got, want := how.text, kept
			got.Types, got.Roles, got.Zones = how.types, how.roles, how.zones
			switch w := reflect.ValueOf(&want).Elem().FieldByName(field); option {
			case "skip":
				w.SetInt(int64(value[0] - '0'))
			case "type":
				want.Types = []string{"zip=number", "day=date"}
			case "role":
				want.Roles = []string{"zip=identifier"}
			case "zone":
				want.Zones = []string{"kept=UTC", "at=Asia/Tokyo"}
			default:
				w.SetString(value)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("--%s %q: %+v, want %+v", option, value, got, want)
			}
		}
		if !slices.Contains(besides, option) {
			t.Errorf("--%s is refused beside --workspace", option)
		}
	}
}

// TestZonesReadAllTimes: statistics of a file, which has instants, leave no rows out by a filter on wall times.
func TestZonesReadAllTimes(t *testing.T) {
	how := reading{within: func(*data.Column) (int64, int64, bool) { return 1, 2, true }, zones: list{"at=Asia/Tokyo"}}
	o, err := how.loading()
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[data.Type]bool{data.Timestamp: false, data.Int: true} {
		if _, _, ok := o.Within(&data.Column{Type: kind}); ok != want {
			t.Errorf("%v: %v", kind, ok)
		}
	}
}
