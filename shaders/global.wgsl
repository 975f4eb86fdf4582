// global: aggregate with global atomics, one or more per row.
//
// Source: "The GROUP BY problem on GPUs", the global-memory kernel for many groups. Changed: a grid-stride loop over
// quads of rows (one row per invocation stops at 16.7 million rows: 65,535 workgroups of 256), and sums that carry
// into further words.
//
// Needs: params rows measures totals direct.
// Bindings: 0 parameters, 1 slots, 2-4 values, 5-7 valid bits, 8 totals.

fn take(slot: u32, row: vec3<u32>, ok: u32) {
    if slot < params.slots { measures(slot, row, ok); }
}

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    vacate(id.x, step);
    let quads = (params.rows + 3u) / 4u;
    for (var i = id.x; i < quads; i += step) {
        let q = load(i);
        take(q.slots.x, vec3<u32>(q.a.x, q.b.x, q.c.x), q.ok.x);
        take(q.slots.y, vec3<u32>(q.a.y, q.b.y, q.c.y), q.ok.y);
        take(q.slots.z, vec3<u32>(q.a.z, q.b.z, q.c.z), q.ok.z);
        take(q.slots.w, vec3<u32>(q.a.w, q.b.w, q.c.w), q.ok.w);
    }
}
