package load

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
)

var (
	textType = arrow.BinaryTypes.String
	longType = arrow.PrimitiveTypes.Int64
	mapType  = arrow.MapOf(textType, textType)
)

func structOf(fields ...arrow.Field) *arrow.StructType {
	for i := range fields {
		fields[i].Nullable = true
	}
	return arrow.StructOf(fields...)
}

var checkpointSchema = func() *arrow.Schema {
	vector := structOf(arrow.Field{Name: "storageType", Type: textType}, arrow.Field{Name: "pathOrInlineDv",
		Type: textType}, arrow.Field{Name: "offset", Type: arrow.PrimitiveTypes.Int32}, arrow.Field{Name: "sizeInBytes",
		Type: arrow.PrimitiveTypes.Int32}, arrow.Field{Name: "cardinality", Type: longType})
	file := structOf(arrow.Field{Name: "path", Type: textType}, arrow.Field{Name: "partitionValues", Type: mapType},
		arrow.Field{Name: "size", Type: longType}, arrow.Field{Name: "dataChange", Type: arrow.FixedWidthTypes.Boolean},
		arrow.Field{Name: "stats", Type: textType}, arrow.Field{Name: "deletionVector", Type: vector})
	features := arrow.ListOf(textType)
	return arrow.NewSchema(structOf(
		arrow.Field{Name: "add", Type: file}, arrow.Field{Name: "remove", Type: file},
		arrow.Field{Name: "metaData", Type: structOf(arrow.Field{Name: "id", Type: textType},
			arrow.Field{Name: "format", Type: structOf(arrow.Field{Name: "provider", Type: textType},
				arrow.Field{Name: "options", Type: mapType})}, arrow.Field{Name: "schemaString", Type: textType},
			arrow.Field{Name: "partitionColumns", Type: features}, arrow.Field{Name: "configuration", Type: mapType})},
		arrow.Field{Name: "protocol", Type: structOf(
			arrow.Field{Name: "minReaderVersion", Type: arrow.PrimitiveTypes.Int32},
			arrow.Field{Name: "minWriterVersion", Type: arrow.PrimitiveTypes.Int32},
			arrow.Field{Name: "readerFeatures", Type: features}, arrow.Field{Name: "writerFeatures", Type: features})},
		arrow.Field{Name: "sidecar", Type: structOf(arrow.Field{Name: "path", Type: textType},
			arrow.Field{Name: "sizeInBytes", Type: longType})},
		arrow.Field{Name: "checkpointMetadata", Type: structOf(arrow.Field{Name: "version", Type: longType})},
	).Fields(), nil)
}()

// pairs replaces maps by the lists of pairs that Arrow reads.
func pairs(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := object{}
		for key, of := range v {
			if m, ok := of.(map[string]any); ok && (key == "partitionValues" || key == "configuration" ||
				key == "options") {
				list := []any{}
				for k, v := range m {
					list = append(list, object{"key": k, "value": v})
				}
				out[key] = list
			} else {
				out[key] = pairs(of)
			}
		}
		return out
	}
	return v
}

// checkpoint writes a checkpoint of the last version, of any of the kinds.
func (w *lakeWriter) checkpoint() {
	version := w.version - 1
	actions := []object{w.metaData(), {"protocol": w.protocol}}
	for _, f := range w.files {
		actions = append(actions, f.action("add"))
	}
	actions = append(actions, object{"remove": object{"path": "gone.parquet", "dataChange": true}})
	w.r.Shuffle(len(actions), func(i, j int) { actions[i], actions[j] = actions[j], actions[i] })
	var lines []object
	plain := strings.Builder{}
	for _, a := range actions {
		b, err := json.Marshal(a)
		if err != nil {
			w.t.Fatal(err)
		}
		var copied any
		if err := json.Unmarshal(b, &copied); err != nil {
			w.t.Fatal(err)
		}
		lines = append(lines, pairs(copied).(object))
		fmt.Fprintln(&plain, string(b))
	}
	file := func(name string, lines []object) {
		if lines == nil {
			lines = []object{}
		}
		b, err := json.Marshal(lines)
		if err != nil {
			w.t.Fatal(err)
		}
		writeArrow(w.t, name, checkpointSchema, b)
	}
	switch w.r.IntN(4) {
	case 0:
		file(w.log(version, "checkpoint.parquet"), lines)
	case 1:
		cut := w.r.IntN(len(lines))
		file(w.log(version, "checkpoint.0000000001.0000000002.parquet"), lines[:cut])
		file(w.log(version, "checkpoint.0000000002.0000000002.parquet"), lines[cut:])
	case 2:
		meta := slices.DeleteFunc(slices.Clone(lines), func(a object) bool { return a["add"] != nil })
		adds := slices.DeleteFunc(slices.Clone(lines), func(a object) bool { return a["add"] == nil })
		name := w.name("side") + ".parquet"
		meta = append(meta, object{"sidecar": object{"path": name, "sizeInBytes": 1}},
			object{"checkpointMetadata": object{"version": version}})
		file(w.log(version, "checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.parquet"), meta)
		file(strings.Replace(w.log(version, "x"), fmt.Sprintf("%020d.x", version), "_sidecars/"+name, 1), adds)
	case 3:
		name := w.log(version, "checkpoint.80a083e8-7026-4e79-81be-64bd76c43a11.json")
		if err := os.WriteFile(name, []byte(plain.String()), 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := os.WriteFile(w.log(version, "checkpoint.0000000001.0000000007.parquet"), []byte("cut"),
		0o600); err != nil {
		w.t.Fatal(err) // of a writer that was interrupted
	}
}
