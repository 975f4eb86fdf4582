package device

import "cardinal/engine/gpu/plan"

// growRecords makes room for the records of the largest pass, and returns how many rows become records at a time.
func (d *Device) growRecords(j *plan.Job, passes []plan.Planned) (rows int, err error) {
	var rooms []plan.RecordRoom
	rows = (j.Rows + 63) / 64 * 64
	for _, p := range passes {
		if p.Kernel.Records == nil {
			continue
		}
		r := p.Kernel.Records(p.Pass, j, d.Info)
		rooms = append(rooms, r)
		rows = min(rows, plan.RecordRows(j, r.Words, d.Info))
		for _, table := range []*scratch{&d.counts, &d.starts, &d.tiles} {
			if err := table.grow(d, r.Tables); err != nil {
				return 0, err
			}
		}
	}
	for ; ; rows = (rows/2 + 63) / 64 * 64 {
		var bytes [2]int64 // the largest of all passes, which share the buffers
		for _, r := range rooms {
			need := r.Bytes(rows)
			bytes = [2]int64{max(bytes[0], need[0]), max(bytes[1], need[1])}
		}
		if bytes[0] <= d.records.size && bytes[1] <= d.sorted.size {
			return rows, nil
		}
		d.releaseRecords()
		if err = d.resident.reserve(bytes[0] + bytes[1]); err == nil {
			err = d.records.grow(d, bytes[0])
		}
		if err == nil {
			err = d.sorted.grow(d, bytes[1])
		}
		d.resident.others = d.records.size + d.sorted.size
		if err == nil {
			return rows, nil
		}
		if rows <= plan.LeastRecords {
			d.releaseRecords()
			return 0, err
		}
	}
}

// releaseRecords releases the records of earlier requests.
func (d *Device) releaseRecords() {
	d.records.release()
	d.sorted.release()
	d.resident.others = 0
}
