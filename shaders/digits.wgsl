// digits: count the records of every partition of the second level.
//
// Source: the histogram of a radix sort's pass (Merrill and Grimshaw). The records are in partitions by their first
// digit. Within each partition, the second digits are counted. Counters are in workgroup memory, in several copies,
// and are added up when a workgroup reaches another partition.
//
// Needs: params records tiles.
// Bindings: 0 parameters, 1-3 records of 1, 2 or 4 words, 4 where the partitions begin, 5 the tiles before each, 8
// counts out, which begin at zero.

// at least the copies times the partitions of the second level in one partition of the first
const CELLS: u32 = 4096u;

@group(0) @binding(8) var<storage, read_write> counts: array<atomic<u32>>;

var<workgroup> cells: array<atomic<u32>, CELLS>;

fn take(r: vec4<u32>, at: u32, end: u32, copy: u32) {
    if at < end { atomicAdd(&cells[(slotIn(r) >> params.finer) * params.copies + copy], 1u); }
}

fn flush(part: u32, lane: u32) {
    let bits = params.shift - params.finer;
    for (var p = lane; p < 1u << bits; p += INVOCATIONS) {
        var n = 0u;
        for (var c = 0u; c < params.copies; c++) { n += atomicExchange(&cells[p * params.copies + c], 0u); }
        if n != 0u { atomicAdd(&counts[(part << bits) + p], n); }
    }
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let copy = lane & (params.copies - 1u);
    let end = firstTile(group.x + 1u, groups.x);
    var tile = firstTile(group.x, groups.x);
    var t = tileAt(tile, 0u);
    var part = t.part;
    var q = fetch(t, lane);
    while tile < end {
        if t.part != part {
            workgroupBarrier();
            flush(part, lane);
            workgroupBarrier();
            part = t.part;
        }
        let now = q;
        let at = t.at + lane;
        let last = t.end;
        tile += 1u;
        t = tileAt(tile, t.part);
        q = fetch(t, lane); // load the next tile while this one is counted
        take(now.a, at, last, copy);
        take(now.b, at + INVOCATIONS, last, copy);
        take(now.c, at + 2u * INVOCATIONS, last, copy);
        take(now.d, at + 3u * INVOCATIONS, last, copy);
    }
    workgroupBarrier();
    flush(part, lane);
}
