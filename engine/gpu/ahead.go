package gpu

// fetchAhead sends for the columns of the request that comes after this one, while the kernels run.
func (d *device) fetchAhead(j *job, supply supplier) error {
	_, err := d.fetch(j.Ahead, supply)
	return err
}

// forgetAll gives back what a passing job has left on the device when it is over, and where it failed also what was sent ahead.
func (d *device) forgetAll(j *job, err error) {
	d.forget(j)
	if err != nil && j.Ahead != nil {
		d.forget(j.Ahead)
	}
}

// forget gives back what a passing job has left on the device.
func (d *device) forget(j *job) {
	for _, s := range j.sources() {
		d.resident.remove(d.name(s.id))
	}
	d.resident.remove(d.name(j.hashedID()))
}
