package sqlite

import (
	"strings"

	"cardinal/internal/lazyregexp"
)

// module describes a module of SQLite, which stores virtual tables in other tables.
type module struct {
	keeps []shadow
	rows  string // the suffix of the table with the rows; "": the rows cannot be read
	index bool   // the rows are an index: they say where the objects of another table are, e.g. on a map
}

// shadow is a table in which a module stores a virtual table. It has a suffix, such as _content, and the names of the
// table's first columns. A table with such a suffix but other columns belongs to a person.
type shadow struct{ end, columns string }

var (
	old = module{keeps: []shadow{{"_content", "docid"}, {"_segments", "blockid,block"},
		{"_segdir", "level,idx,start_block,leaves_end_block,end_block,root"}, {"_docsize", "docid,size"},
		{"_stat", "id,value"}}}
	texts = module{[]shadow{{"_data", "id,block"}, {"_idx", "segid,term,pgno"}, {"_content", "id,c0"},
		{"_docsize", "id,sz"}, {"_config", "k,v"}}, "_content", false}
	places = module{[]shadow{{"_node", "nodeno,data"}, {"_rowid", "rowid,nodeno"}, {"_parent", "nodeno,parentnode"}},
		"_node", true}
)

// modules has the known modules by their names in lower case. This SQLite does not contain fts3 and fts4.
var modules = map[string]module{"fts3": old, "fts4": old, "fts5": texts, "rtree": places, "rtree_i32": places,
	"geopoly": places}

// creates matches the beginning of a statement that creates a virtual table, including the name of the module.
var creates = lazyregexp.New(
	"(?is)^CREATE\\s+VIRTUAL\\s+TABLE\\s+(?:\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'|`(?:[^`]|``)*`|\\[[^]]*\\]|[^\\s\"'`\\[]+)\\s*USING\\s+[\"'`\\[]?(\\w+)",
)

// moduleOf returns the module of the virtual table that a statement creates.
func moduleOf(statement string) module {
	m := creates().FindStringSubmatch(statement)
	if m == nil {
		return module{}
	}
	return modules[strings.ToLower(m[1])]
}

// shadows returns the names of the tables in which the module stores the virtual table `of`. columns has the columns of
// all tables.
func (m module) shadows(of string, columns map[string]string) (names []string) {
	for _, s := range m.keeps {
		if has, is := columns[of+s.end]; is && (has == s.columns || strings.HasPrefix(has, s.columns+",")) {
			names = append(names, of+s.end)
		}
	}
	return names
}
