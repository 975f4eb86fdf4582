// spread: rows to partitions, by ranges of the hash of their keys.
//
// Source: MP-EGA (Wang, Shen and Lei, 2025): rows that do not fit the device are partitioned on it. A row that the
// filter drops gets SKIP.
//
// Needs: keys.
// Bindings: 0 to 7 as in keys; here a place is the number of a partition, below params.spread, which is at most 65,536.

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    for (var row = params.start + id.x; row < params.rows; row += step) {
        places[row] = select(((hash(row) >> 16u) * params.spread) >> 16u, SKIP, dropped(row));
    }
}
