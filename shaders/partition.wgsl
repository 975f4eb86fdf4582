// partition: aggregate partitioned rows in workgroup memory.
//
// Source: partition-and-aggregate (Ye, Ross and Vesdapunt): the slots of one partition fit workgroup memory, even if
// there are very many slots in all. Every workgroup takes an equal share of the records, whichever partitions the
// records are in. So the partition of a hot key is spread over many workgroups. Between two partitions, a workgroup
// flushes. Fewer partitions cost less to write. A partition may therefore have more slots than a workgroup holds: each
// of several workgroups then serves a span of the slots, and drops the other records. Row y of the grid is one span of
// one block of partitions.
//
// Needs: params records measures totals cells.
// Bindings: 0 parameters, 1-3 records of 1, 2 or 4 words, 4 where the partitions begin, 5 where their records end,
// 8 totals.

@group(0) @binding(4) var<storage, read> starts: array<u32>; // parts + 1
// if beyond the next partition's beginning, the rest had no room
@group(0) @binding(5) var<storage, read> ends: array<u32>;

// take adds a record to the slots from `first` on. The slot `first` is `into` slots after the first slot of the
// partition.
fn take(r: vec4<u32>, first: u32, into: u32, copy: u32, there: bool) {
    if SHIFT > 0u {
        if there {
            let slot = (r.x & ((1u << params.shift) - 1u)) - into;
            let ok = (r.x >> params.shift) & ((1u << BITMAPS) - 1u);
            if slot < params.span { measures(slot * params.copies + copy, vec3<u32>(r.x >> SHIFT, 0u, 0u), ok); }
        }
        return;
    }
    let slot = (r.x & 0x1FFFFFFFu) - first;
    if slot < params.span { measures(slot * params.copies + copy, r.yzw, r.x >> 29u); }
}

// holder returns the last partition that begins at or before a record.
fn holder(at: u32) -> u32 {
    var low = 0u;
    var high = params.parts;
    while high - low > 1u {
        let middle = (low + high) / 2u;
        if starts[middle] <= at { low = middle; } else { high = middle; }
    }
    return low;
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let copy = lane & (params.copies - 1u);
    let each = (starts[params.parts] + groups.x - 1u) / groups.x;
    let share = group.x * each;
    let block = group.y / params.spans;
    let into = (group.y % params.spans) * params.span;
    var at = max(share, starts[block * params.block]);
    let end = min(share + each, starts[min(params.parts, (block + 1u) * params.block)]);
    var part = holder(at);
    if group.y == 0u { vacate(group.x * INVOCATIONS + lane, groups.x * INVOCATIONS); }
    while at < end {
        let stop = min(end, starts[part + 1u]);
        let first = (part << params.shift) + into;
        let last = min(stop, ends[part]);
        for (var i = at + lane; i < last; i += 4u * INVOCATIONS) {
            let one = record(i, last);
            let two = record(i + INVOCATIONS, last);
            let three = record(i + 2u * INVOCATIONS, last);
            let four = record(i + 3u * INVOCATIONS, last);
            take(one, first, into, copy, true);
            take(two, first, into, copy, i + INVOCATIONS < last);
            take(three, first, into, copy, i + 2u * INVOCATIONS < last);
            take(four, first, into, copy, i + 3u * INVOCATIONS < last);
        }
        if last > at && first < params.slots {
            workgroupBarrier();
            flush(first, min(params.span, params.slots - first), lane, group.x);
            workgroupBarrier();
        }
        at = stop;
        part += 1u;
    }
}
