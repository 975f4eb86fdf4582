package duckdb

// Kinds of entries of a catalog (CatalogType).
const (
	entryTable      = 1
	entrySchema     = 2
	entryView       = 3
	entryIndex      = 4
	entrySequence   = 6
	entryType       = 8
	entryMacro      = 30
	entryTableMacro = 31
)

var catalogClasses = map[string]class{
	"CreateInfo": {
		fields: fields(100, "u", 101, "s", 102, "s", 103, "b", 104, "b", 105, "u", 106, "s", 107, "Value", 108,
			"{s,s", 109, "LogicalDependencyList", 110, "s"),
		selector: 100,
		variants: map[uint64]map[int]string{
			entryTable: fields(200, "s", 201, "ColumnList", 202, "[*Constraint", 203, "*SelectStatement", 204,
				"[*ParsedExpression", 205, "[*ParsedExpression", 206, "{s,*ParsedExpression"),
			entrySchema: {},
			entryView: fields(200, "s", 201, "[s", 202, "[LogicalType", 203, "*SelectStatement", 204, "[s", 205,
				"[Value", 206, "{s,Value"),
			entryIndex: fields(200, "s", 201, "s", 202, "u", 203, "u", 204, "[*ParsedExpression", 205,
				"[LogicalType", 206, "[s", 207, "[u", 208, "{s,Value", 209, "s"),
			entrySequence:   fields(200, "s", 201, "u", 202, "u", 203, "u", 204, "u", 205, "u", 206, "b"),
			entryType:       fields(200, "s", 201, "LogicalType", 202, "*SelectStatement"),
			entryMacro:      fields(200, "s", 201, "*MacroFunction", 202, "[*MacroFunction"),
			entryTableMacro: fields(200, "s", 201, "*MacroFunction", 202, "[*MacroFunction"),
		},
	},
	"LogicalDependencyList": plain(100, "[LogicalDependency"),
	"LogicalDependency":     plain(100, "CatalogEntryInfo", 101, "s"),
	"CatalogEntryInfo":      plain(100, "u", 101, "s", 102, "s"),
	"ColumnList":            plain(100, "[ColumnDefinition"),
	"ColumnDefinition": plain(100, "s", 101, "LogicalType", 102, "*ParsedExpression", 103, "u", 104, "u", 105,
		"Value", 106, "{s,s"),
	"Constraint": {
		fields:   fields(100, "u"),
		selector: 100,
		variants: map[uint64]map[int]string{
			1: fields(200, "u"),
			2: fields(200, "*ParsedExpression"),
			3: fields(200, "b", 201, "u", 202, "[s"),
			4: fields(200, "[s", 201, "[s", 202, "u", 203, "s", 204, "s", 205, "[u", 206, "[u"),
		},
	},
	"MacroFunction": {
		fields:   fields(100, "u", 101, "[*ParsedExpression", 102, "{s,*ParsedExpression", 103, "[LogicalType"),
		selector: 100,
		variants: map[uint64]map[int]string{
			1: fields(200, "*QueryNode"),
			2: fields(200, "*ParsedExpression"),
		},
	},
}

var typeClasses = map[string]class{
	"LogicalType": plain(100, "u", 101, "*ExtraTypeInfo"),
	"ExtraTypeInfo": {
		fields:   fields(100, "u", 101, "s", 102, "[Value", 103, "*ExtensionTypeInfo"),
		selector: 100,
		variants: map[uint64]map[int]string{
			extraDecimal:        fields(200, "u", 201, "u"),
			extraText:           fields(200, "s", 201, "u"),
			extraList:           fields(200, "LogicalType"),
			extraStruct:         fields(200, "{s,LogicalType"),
			extraEnum:           fields(200, "u", 201, "[s"),
			extraUser:           fields(200, "s", 201, "s", 202, "s", 203, "[Value", 204, "*ParsedExpression"),
			extraAggregateState: fields(200, "s", 201, "LogicalType", 202, "[LogicalType"),
			extraArray:          fields(200, "LogicalType", 201, "u"),
			extraAny:            fields(200, "LogicalType", 201, "u"),
			extraLiteral:        fields(200, "Value"),
			extraTemplate:       fields(200, "s"),
			extraGeometry:       fields(200, "s"),
		},
	},
	"ExtensionTypeInfo":   plain(100, "[LogicalTypeModifier", 101, "{s,Value"),
	"LogicalTypeModifier": plain(100, "Value", 101, "s"),
	"Interval":            plain(1, "u", 2, "u", 3, "u"),
}

var storageClasses = map[string]class{
	"Entry": {
		fields:   fields(99, "u", 100, "*CreateInfo"),
		selector: 99,
		variants: map[uint64]map[int]string{
			entryTable: fields(101, "MetaBlockPointer", 102, "u", 103, "[BlockPointer", 104, "[IndexStorageInfo"),
			entryIndex: fields(101, "BlockPointer"),
		},
	},
	"Catalog":                plain(100, "[Entry"),
	"MetaBlockPointer":       plain(100, "u", 101, "u"),
	"BlockPointer":           plain(100, "u", 101, "u"),
	"IndexStorageInfo":       plain(100, "s", 101, "u", 102, "[FixedSizeAllocatorInfo", 103, "{s,Value"),
	"FixedSizeAllocatorInfo": plain(100, "u", 101, "[u", 102, "[BlockPointer", 103, "[u", 104, "[u", 105, "[u"),
	"RowGroup": plain(100, "u", 101, "u", 102, "[MetaBlockPointer", 103, "[MetaBlockPointer", 104,
		"b", 105, "[u"),
	"Distinct":       plain(100, "u", 101, "u", 102, "*HyperLogLog"),
	"HyperLogLog":    plain(100, "u", 101, "s"),
	"SegmentState":   plain(1, "[u"),
	"GeometryExtent": plain(101, "d", 102, "d", 103, "d", 104, "d", 105, "d", 106, "d", 107, "d", 108, "d"),
	"GeometryKinds":  plain(101, "u", 102, "u", 103, "u", 104, "u"),
	"Sample": {
		fields:   fields(100, "*Reservoir", 101, "u", 102, "b"),
		selector: 101,
		variants: map[uint64]map[int]string{1: fields(200, "u"), 2: fields(200, "d", 201, "u")},
	},
	"Reservoir": plain(100, "u", 101, "d", 102, "u", 103, "u", 104, "u", 105, "{d,u"),
}
