// sort: sort the records of a partition in workgroup memory, and add up the runs of equal slots.
//
// Source: a radix sort by key (Merrill and Grimshaw) and the reduction of runs. The records of a partition of the
// second level differ only in the last digit of their slots. A counting sort orders a tile of them by this digit: it
// makes a histogram and the prefix sums of it, and moves every record to its place. Each invocation then adds up the
// runs of its slots in registers, one aggregate after another, and adjacent invocations write adjacent totals. Changed:
// CUB reduces sorted keys by a scan with segments, whereas here the counts give the beginnings of the runs. Each tile
// is sorted by itself, so that a slot with rows in several tiles is added up once per tile.
//
// If a partition is one tile, no other tile has rows of its slots, so their totals are loaded and stored without
// atomics. Atomics add to the totals in two cases: several tiles share a partition (hot keys), or a run is so long that
// a team of invocations shares it instead of waiting for one.
//
// Needs: params records measures totals direct tiles prefix.
// Bindings: 0 parameters, 1-3 records of 1, 2 or 4 words, 4 where the partitions begin, 5 the tiles before each, 8
// totals.

const SLOTS: u32 = 1025u; // at least one more than the slots of a partition
const TAGS: u32 = 1024u;  // TILE if records are packed or have bitmaps, else 1
const TILE1: u32 = 1024u; // TILE for records of 2 or 4 words, else 1
const TILE2: u32 = 1u;    // TILE for records of 4 words, else 1
const LONG: u32 = 256u;   // records of a run that one invocation adds up
const LONGS: u32 = 4u;    // TILE / LONG, at least 1
const TEAM: u32 = 32u;    // invocations

var<workgroup> counts: array<atomic<u32>, SLOTS>; // records of a slot in the tile, later the place where they begin
var<workgroup> runs: array<vec3<u32>, LONGS>;     // slot, begin and end of the long runs
var<workgroup> longs: atomic<u32>;
var<workgroup> tagged: array<u32, TAGS>;
var<workgroup> first: array<u32, TILE1>;
var<workgroup> second: array<u32, TILE2>;
var<workgroup> third: array<u32, TILE2>;

fn rank(r: vec4<u32>, at: u32, end: u32) -> u32 {
    if at >= end { return 0u; }
    return atomicAdd(&counts[slotIn(r)], 1u);
}

// arrange turns the counts into the places where each slot's records begin.
fn arrange(lane: u32) {
    let held = 1u << params.shift;
    let each = max(4u, (held + INVOCATIONS - 1u) / INVOCATIONS); // fewer invocations have fewer steps
    let lowest = lane * each;
    var sum = 0u;
    for (var s = lowest; s < min(lowest + each, held); s++) { sum += atomicLoad(&counts[s]); }
    var run = before(lane, (held + each - 1u) / each, sum).x;
    for (var s = lowest; s < min(lowest + each, held); s++) {
        let n = atomicLoad(&counts[s]);
        atomicStore(&counts[s], run);
        run += n;
    }
}

fn place(r: vec4<u32>, rank: u32, at: u32, end: u32) {
    if at >= end { return; }
    let i = atomicLoad(&counts[slotIn(r)]) + rank;
    if SHIFT > 0u || BITMAPS > 0u { tagged[i] = r.x; }
    if WIDTH > 1u { first[i] = r.y; }
    if WIDTH > 2u {
        second[i] = r.z;
        third[i] = r.w;
    }
}

// put adds the value of a slot to its totals, which nobody else touches.
fn put(op: u32, word: u32, slot: u32, amount: vec3<u32>) {
    let at = wordAt(word, slot);
    let old = atomicLoad(&totals[at]);
    if op == MINIMUM || op == MAXIMUM {
        atomicStore(&totals[at], max(old, amount.x));
        return;
    }
    atomicStore(&totals[at], old + amount.x);
    let carry = select(0u, 1u, old + amount.x < old);
    if op == COUNT || (amount.y | amount.z | carry) == 0u { return; }
    let middle = atomicLoad(&totals[at + params.slots]);
    let one = middle + amount.y;
    let two = one + carry;
    atomicStore(&totals[at + params.slots], two);
    if op == PRODUCT {
        let high = atomicLoad(&totals[at + 2u * params.slots]);
        atomicStore(&totals[at + 2u * params.slots], high + amount.z + select(0u, 1u, one < middle) + select(0u, 1u, two < one));
    }
}

// added adds up every step-th sorted record of a run.
fn added(op: u32, column: u32, with_: u32, bitmap: u32, begin: u32, end: u32, step: u32) -> vec3<u32> {
    var all = vec3<u32>();
    if op == COUNT && bitmap == 3u {
        all.x = (max(begin, end) - begin + step - 1u) / step;
        return all;
    }
    for (var i = begin; i < end; i += step) {
        var tag = 0u;
        if SHIFT > 0u || BITMAPS > 0u { tag = tagged[i]; }
        if bitmap < 3u && ((okOf(tag) >> bitmap) & 1u) == 0u { continue; }
        var r = vec4<u32>(tag, 0u, 0u, 0u);
        if WIDTH > 1u { r.y = first[i]; }
        if WIDTH > 2u {
            r.z = second[i];
            r.w = third[i];
        }
        let row = rowOf(r);
        let v = pick(column, row);
        if op == COUNT {
            all.x += 1u;
        } else if op == SUM {
            all.x += v;
            all.y += select(0u, 1u, all.x < v);
        } else if op == MINIMUM {
            all.x = max(all.x, ~v);
        } else if op == MAXIMUM {
            all.x = max(all.x, v);
        } else {
            let p = times(v, pick(with_, row));
            all.x += p.x;
            let high = p.y + select(0u, 1u, all.x < p.x); // the high word of a product is at most 2^32-2
            all.y += high;
            all.z += select(0u, 1u, all.y < high);
        }
    }
    return all;
}

fn reduceMeasure(op: u32, word: u32, column: u32, with_: u32, bitmap: u32, slot: u32, begin: u32, end: u32, step: u32, alone: bool) {
    if op == NONE { return; }
    let amount = added(op, column, with_, bitmap, begin, end, step);
    if alone { put(op, word, slot, amount); } else { settle(op, word, slot, amount); }
}

fn reduce(slot: u32, begin: u32, end: u32, step: u32, alone: bool) {
    reduceMeasure(OP0, WORD0, COLUMN0, WITH0, BITMAP0, slot, begin, end, step, alone);
    reduceMeasure(OP1, WORD1, COLUMN1, WITH1, BITMAP1, slot, begin, end, step, alone);
    reduceMeasure(OP2, WORD2, COLUMN2, WITH2, BITMAP2, slot, begin, end, step, alone);
    reduceMeasure(OP3, WORD3, COLUMN3, WITH3, BITMAP3, slot, begin, end, step, alone);
    reduceMeasure(OP4, WORD4, COLUMN4, WITH4, BITMAP4, slot, begin, end, step, alone);
    reduceMeasure(OP5, WORD5, COLUMN5, WITH5, BITMAP5, slot, begin, end, step, alone);
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let held = 1u << params.shift;
    let end = firstTile(group.x + 1u, groups.x);
    var next = tileAt(firstTile(group.x, groups.x), 0u);
    var q = fetch(next, lane);
    vacate(group.x * INVOCATIONS + lane, groups.x * INVOCATIONS);
    for (var tile = firstTile(group.x, groups.x); tile < end; tile++) {
        let t = next;
        let at = t.at + vec4<u32>(lane, lane + INVOCATIONS, lane + 2u * INVOCATIONS, lane + 3u * INVOCATIONS);
        let ranks = vec4<u32>(rank(q.a, at.x, t.end), rank(q.b, at.y, t.end), rank(q.c, at.z, t.end), rank(q.d, at.w, t.end));
        workgroupBarrier();

        arrange(lane);
        if lane == 0u {
            atomicStore(&counts[held], t.end - t.at);
            atomicStore(&longs, 0u);
        }
        workgroupBarrier();

        place(q.a, ranks.x, at.x, t.end);
        place(q.b, ranks.y, at.y, t.end);
        place(q.c, ranks.z, at.z, t.end);
        place(q.d, ranks.w, at.w, t.end);
        next = tileAt(tile + 1u, t.part);
        q = fetch(next, lane); // while this tile is added up
        workgroupBarrier();

        let alone = t.at == starts[t.part] && t.end == starts[t.part + 1u];
        let slot = t.part << params.shift;
        for (var s = lane; s < held; s += INVOCATIONS) {
            let begin = atomicLoad(&counts[s]);
            let stop = atomicLoad(&counts[s + 1u]);
            if stop - begin > LONG {
                runs[atomicAdd(&longs, 1u)] = vec3<u32>(slot + s, begin, stop);
            } else if begin < stop {
                reduce(slot + s, begin, stop, 1u, alone);
            }
        }
        workgroupBarrier();

        let many = atomicLoad(&longs);
        for (var i = lane / TEAM; i < many; i += INVOCATIONS / TEAM) {
            reduce(runs[i].x, runs[i].y + lane % TEAM, runs[i].z, TEAM, false);
        }
        for (var s = lane; s < held; s += INVOCATIONS) { atomicStore(&counts[s], 0u); }
        workgroupBarrier();
    }
}
