package gpu

// recordRoom is what a pass takes whose rows become records.
type recordRoom struct {
	tables int64              // bytes of the counters of its partitions
	words  int                // of the widest record
	bytes  func(int) [2]int64 // of the records of so many rows, once and sorted further
}

// room is what a planned pass takes for records, none where it writes none.
func (p planned) room(j *job, a Adapter) (r recordRoom, ok bool) {
	switch p.strategy {
	case Partition:
		l, _ := layPartitions(p.pass, j, a)
		return recordRoom{int64(4*l.parts + 4), l.words, func(rows int) [2]int64 { return [2]int64{l.records(rows) * 4 * int64(l.words), 0} }}, true
	case Sort:
		s := laySort(p.pass, j, a)
		return recordRoom{s.tables(), max(s.coarse.words, s.fine.words), func(rows int) [2]int64 {
			return [2]int64{4 * int64(rows) * int64(s.coarse.words), 4 * int64(rows) * int64(s.fine.words)}
		}}, true
	}
	return r, false
}

// growRecords makes room for the records of every pass of a plan, and returns how many rows become records at a time.
func (d *device) growRecords(j *job, plan []planned) (rows int, err error) {
	var rooms []recordRoom
	rows = (j.Rows + 63) / 64 * 64
	for _, p := range plan {
		r, ok := p.room(j, d.info)
		if !ok {
			continue
		}
		rooms = append(rooms, r)
		rows = min(rows, recordRows(j, r.words, d.info))
		for _, table := range []*scratch{&d.counts, &d.starts, &d.tiles} {
			if err := table.grow(d, r.tables); err != nil {
				return 0, err
			}
		}
	}
	for ; ; rows = (rows/2 + 63) / 64 * 64 {
		var bytes [2]int64 // no pass may take away what another one was given
		for _, r := range rooms {
			need := r.bytes(rows)
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
		d.resident.beside = d.records.size + d.sorted.size
		if err == nil {
			return rows, nil
		}
		if rows <= leastRecords {
			d.releaseRecords()
			return 0, err
		}
	}
}

// releaseRecords gives the records of earlier requests back.
func (d *device) releaseRecords() {
	d.records.release()
	d.sorted.release()
	if d.resident != nil {
		d.resident.beside = 0
	}
}

// leastRecords is how few rows are worth a round of partitioning.
const leastRecords = 1 << 16

// recordRows is how many rows of a pass are partitioned at a time where memory is plenty: as many as a binding holds.
func recordRows(j *job, words int, a Adapter) int {
	most := min(int64(a.MaxBindingBytes), int64(a.MaxBufferBytes)) / int64(4*words) / 8 * 7 / 64 * 64 // and the room of guesses
	return int(min(int64(j.Rows+63)/64*64, most))
}
