// workgroup: aggregate in workgroup memory, then flush to global memory once.
//
// Source: "The GROUP BY problem on GPUs", the shared-memory kernel for few groups. Changed: a grid-stride loop gives a
// workgroup tens of thousands of rows per flush (there: 256); all invocations flush (there: one); rows are read four at
// a time; if there are few slots, each has several accumulators, and an invocation uses the accumulator of its lane. If
// there are more slots than a workgroup holds, they are served in spans: row y of the grid takes the y-th span of slots
// and drops the other rows. The columns are read once per span. Four rows of one slot are added together.
//
// Needs: params rows measures runs totals cells.
// Bindings: 0 parameters, 1 slots, 2-4 values, 5-7 valid bits, 8 totals.

fn take(slot: u32, first: u32, held: u32, copy: u32, row: vec3<u32>, ok: u32) {
    let s = slot - first; // below first, it wraps to above held
    if s < held { measures(s * params.copies + copy, row, ok); }
}

fn takeQuad(q: Quad, first: u32, held: u32, copy: u32) {
    if all(q.slots == q.slots.xxxx) {
        let s = q.slots.x - first;
        if s < held { measureRuns(s * params.copies + copy, q.a, q.b, q.c, q.ok); }
        return;
    }
    take(q.slots.x, first, held, copy, vec3<u32>(q.a.x, q.b.x, q.c.x), q.ok.x);
    take(q.slots.y, first, held, copy, vec3<u32>(q.a.y, q.b.y, q.c.y), q.ok.y);
    take(q.slots.z, first, held, copy, vec3<u32>(q.a.z, q.b.z, q.c.z), q.ok.z);
    take(q.slots.w, first, held, copy, vec3<u32>(q.a.w, q.b.w, q.c.w), q.ok.w);
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let first = group.y * params.span;
    let held = min(params.span, params.slots - first);
    let copy = lane & (params.copies - 1u);
    let step = groups.x * INVOCATIONS;
    let quads = (params.rows + 3u) / 4u;

    if group.y == 0u { vacate(group.x * INVOCATIONS + lane, step); }
    for (var q = group.x * INVOCATIONS + lane; q < quads; q += 2u * step) {
        let one = load(q);
        let two = load(q + step);
        takeQuad(one, first, held, copy);
        takeQuad(two, first, held, copy);
    }
    workgroupBarrier();
    flush(first, held, lane, group.x);
}
