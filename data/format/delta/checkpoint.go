package delta

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/format/parquet"
)

// unread lists large columns of a checkpoint that are not needed.
var unread = []string{"stats_parsed", "partitionValues_parsed", "tags", "txn", "domainMetadata",
	"checkpointMetadata"}

// checkpoint is a file of a checkpoint. It is read once for its actions and once for each list or map, because the
// elements of a list become rows.
type checkpoint struct {
	ctx  context.Context
	in   io.ReaderAt
	size int64
}

// readCheckpoint returns the actions in a file of a checkpoint or in a sidecar file.
func readCheckpoint(ctx context.Context, table fs.FS, name string) ([]action, error) {
	if strings.HasSuffix(name, ".json") {
		return readActions(table, name)
	}
	f, err := table.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	in, ok := f.(io.ReaderAt)
	if err != nil || !ok {
		return nil, errors.Join(err, errors.ErrUnsupported)
	}
	c := checkpoint{ctx, in, info.Size()}
	t, err := c.read("")
	if err != nil {
		return nil, err
	}
	partitions := map[string]map[string]*string{}
	err = c.eachPair(t, "add.partitionValues", func(path, key string, value *string) {
		if partitions[path] == nil {
			partitions[path] = map[string]*string{}
		}
		partitions[path][key] = value
	})
	if err != nil {
		return nil, err
	}
	configuration, features := map[string]string{}, []string(nil)
	err = errors.Join(c.eachPair(t, "metaData.configuration", func(_, key string, value *string) {
		if value != nil {
			configuration[key] = *value
		}
	}), c.eachPair(t, "protocol.readerFeatures", func(_, feature string, _ *string) {
		features = append(features, feature)
	}))
	if err != nil {
		return nil, err
	}
	all := make([]action, 0, t.Rows)
	for i := range t.Rows {
		var a action
		text := func(column string) string { return valueOf(t, column, i).String() }
		number := func(column string) int64 { n, _ := valueOf(t, column, i).Number(); return int64(n) }
		has := func(column string) bool { return valueOf(t, column, i).Type != data.Null }
		vectorOf := func(of string) *vector {
			if of += ".deletionVector."; !has(of + "storageType") {
				return nil
			}
			v := &vector{StorageType: text(of + "storageType"), PathOrInlineDv: text(of + "pathOrInlineDv"),
				SizeInBytes: number(of + "sizeInBytes"), Cardinality: number(of + "cardinality")}
			if has(of + "offset") {
				at := number(of + "offset")
				v.Offset = &at
			}
			return v
		}
		switch {
		case has("add.path"):
			a.Add = &file{Path: text("add.path"), PartitionValues: partitions[text("add.path")],
				Size: number("add.size"), DeletionVector: vectorOf("add"), Stats: text("add.stats")}
		case has("metaData.schemaString"):
			a.MetaData = &metaData{SchemaString: text("metaData.schemaString"), Configuration: configuration}
			a.MetaData.Format.Provider = text("metaData.format.provider")
		case has("protocol.minReaderVersion"):
			a.Protocol = &protocol{int(number("protocol.minReaderVersion")), features}
		case has("sidecar.path"):
			a.Sidecar = &struct{ Path string }{text("sidecar.path")}
		default:
			continue // a removed file is not in the file list of its checkpoint
		}
		all = append(all, a)
	}
	return all, nil
}

// read reads the checkpoint. The rows are the actions if `list` is "", and the elements of the list otherwise.
func (c checkpoint) read(list string) (*data.Table, error) {
	return parquet.Open(c.ctx, c.in, c.size, parquet.Options{Unnest: list, Named: func(around, name string,
		_ int32) (string, bool) {
		return name, !slices.Contains(unread, name) || around != "" && around != "add"
	}}, nil)
}

// eachPair calls `do` for each element of a map or a list, with the path of the file that the element belongs to.
func (c checkpoint) eachPair(t *data.Table, list string, do func(path, key string, value *string)) error {
	if !slices.Contains(t.Lists, list) {
		return nil
	}
	t, err := c.read(list)
	if err != nil {
		return err
	}
	key := list + ".key"
	if !t.Has(key) {
		key = list
	}
	for i := range t.Rows {
		if k := valueOf(t, key, i); k.Type != data.Null {
			var value *string
			if v := valueOf(t, list+".value", i); v.Type != data.Null {
				value = &v.Text
			}
			do(valueOf(t, "add.path", i).String(), k.Text, value)
		}
	}
	return nil
}

// valueOf returns a value of a column, or null if the table lacks the column.
func valueOf(t *data.Table, column string, row int) data.Value {
	if !t.Has(column) {
		return data.Value{}
	}
	c, _ := t.Column(column)
	return c.Value(row)
}
