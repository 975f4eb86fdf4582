package profiler

import (
	"encoding/json"
	"io"
)

// JSON writes a record as one object on one line.
func JSON(w io.Writer, r *Record) error { return json.NewEncoder(w).Encode(r) }
