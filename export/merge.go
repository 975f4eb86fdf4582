package export

import (
	"github.com/xuri/excelize/v2"

	"cardinal/engine/pivot"
)

// maxMerged is the largest number of merged cells of row labels. A spreadsheet would take long to open a sheet with
// many more merged cells.
const maxMerged = 20_000

// merger merges the cell of a label with the following cells, which the screen leaves blank because they repeat the
// label. A column label is merged with cells to its right, a row label with cells below it.
type merger struct {
	out   *excelize.StreamWriter
	above []int // for each label column, the row of its current label
	made  int
}

func newMerger(out *excelize.StreamWriter, headerRows, labelCols int) *merger {
	m := &merger{out: out, above: make([]int, labelCols)}
	for col := range m.above {
		m.above[col] = headerRows
	}
	return m
}

// header merges the cells of a header row.
func (m *merger) header(row int, cells []pivot.Cell) error {
	from := 0
	for col := 1; col <= len(cells); col++ {
		if col < len(cells) && cells[col].Blank {
			continue
		}
		if err := m.merge(row, from, row, col-1); err != nil {
			return err
		}
		from = col
	}
	return nil
}

// row merges the cells of the row labels that are not repeated in this row. After the last row it must be called with
// no cells.
func (m *merger) row(row int, cells []pivot.Cell) error {
	for col, from := range m.above {
		if col < len(cells) && cells[col].Blank {
			continue
		}
		if m.made < maxMerged && row > from+1 {
			m.made++
			if err := m.merge(from, col, row-1, col); err != nil {
				return err
			}
		}
		m.above[col] = row
	}
	return nil
}

func (m *merger) merge(row, col, toRow, toCol int) error {
	if row == toRow && col == toCol {
		return nil
	}
	return m.out.MergeCell(cellName(col, row), cellName(toCol, toRow))
}
