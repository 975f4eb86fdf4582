// ranks: aggregate by the ranks of slots within a workgroup.
//
// Source: the two-level path of libcudf's hash group-by. A workgroup takes neighbouring rows, and keeps a set of their
// slots in workgroup memory. It aggregates by the rank of a row's slot in that set, and adds each slot to the totals
// once. If the rows of a slot are near each other (sorted, clustered), this works for any number of slots.
//
// Changed: the rank of a slot is its place in the set, which also has its accumulators, so that ranks need no column of
// their own and no second pass over the rows. A half-full set is emptied into the totals between two tiles (in libcudf,
// the 129th key sends the whole job to global atomics). If a row's slot finds no place within a few probes, the row is
// added to the totals directly.
//
// Needs: params rows measures runs totals.
// Bindings: 0 parameters, 1 slots, 2-4 values, 5-7 valid bits, 8 totals.

const PLACES: u32 = 256u; // of the set, a power of two
const CELLS: u32 = 512u;  // PLACES for each word of a slot
const PROBES: u32 = 4u;
const DIRECT: u32 = 0x80000000u; // a cell with this bit is a slot of the totals

var<workgroup> members: array<atomic<u32>, PLACES>; // slots, counted from 1
var<workgroup> cells: array<atomic<u32>, CELLS>;
var<workgroup> members_in: atomic<u32>;

fn plus(word: u32, cell: u32, v: u32) -> u32 {
    if cell >= DIRECT { return atomicAdd(&totals[wordAt(word, cell - DIRECT)], v); }
    return atomicAdd(&cells[word * PLACES + cell], v);
}

fn raise(word: u32, cell: u32, v: u32) {
    if cell >= DIRECT {
        atomicMax(&totals[wordAt(word, cell - DIRECT)], v);
    } else {
        atomicMax(&cells[word * PLACES + cell], v);
    }
}

// rank returns the cell of a slot's accumulators.
fn rank(slot: u32) -> u32 {
    var at = (slot * 0x9E3779B1u) >> 16u;
    for (var probes = 0u; probes < PROBES; probes++) {
        at = at & (PLACES - 1u);
        var member = atomicLoad(&members[at]);
        if member == 0u {
            let swapped = atomicCompareExchangeWeak(&members[at], 0u, slot + 1u);
            if swapped.exchanged {
                atomicAdd(&members_in, 1u);
                return at;
            }
            member = swapped.old_value;
        }
        if member == slot + 1u { return at; }
        at += 1u;
    }
    return DIRECT | slot;
}

fn take(slot: u32, row: vec3<u32>, ok: u32) {
    if slot < params.slots { measures(rank(slot), row, ok); }
}

fn takeQuad(q: Quad) {
    if all(q.slots == q.slots.xxxx) {
        if q.slots.x < params.slots { measureRuns(rank(q.slots.x), q.a, q.b, q.c, q.ok); }
        return;
    }
    take(q.slots.x, vec3<u32>(q.a.x, q.b.x, q.c.x), q.ok.x);
    take(q.slots.y, vec3<u32>(q.a.y, q.b.y, q.c.y), q.ok.y);
    take(q.slots.z, vec3<u32>(q.a.z, q.b.z, q.c.z), q.ok.z);
    take(q.slots.w, vec3<u32>(q.a.w, q.b.w, q.c.w), q.ok.w);
}

fn emptyMeasure(op: u32, word: u32, at: u32, slot: u32) {
    if op == NONE { return; }
    var sum = vec3<u32>(atomicExchange(&cells[word * PLACES + at], 0u), 0u, 0u);
    if op == SUM || op == PRODUCT { sum.y = atomicExchange(&cells[(word + 1u) * PLACES + at], 0u); }
    if op == PRODUCT { sum.z = atomicExchange(&cells[(word + 2u) * PLACES + at], 0u); }
    settle(op, word, slot, sum);
}

// empty adds the content of the set to the totals.
fn empty(lane: u32) {
    for (var at = lane; at < PLACES; at += INVOCATIONS) {
        let member = atomicExchange(&members[at], 0u);
        if member == 0u { continue; }
        emptyMeasure(OP0, WORD0, at, member - 1u);
        emptyMeasure(OP1, WORD1, at, member - 1u);
        emptyMeasure(OP2, WORD2, at, member - 1u);
        emptyMeasure(OP3, WORD3, at, member - 1u);
        emptyMeasure(OP4, WORD4, at, member - 1u);
        emptyMeasure(OP5, WORD5, at, member - 1u);
    }
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    vacate(group.x * INVOCATIONS + lane, groups.x * INVOCATIONS);
    let quads = (params.rows + 3u) / 4u;
    let tiles = (quads + 2u * INVOCATIONS - 1u) / (2u * INVOCATIONS);
    let each = (tiles + groups.x - 1u) / groups.x;
    let end = min(tiles, (group.x + 1u) * each);
    for (var tile = group.x * each; tile < end; tile++) {
        let one = load(2u * tile * INVOCATIONS + lane);
        let two = load((2u * tile + 1u) * INVOCATIONS + lane);
        takeQuad(one);
        takeQuad(two);
        workgroupBarrier();
        let crowded = atomicLoad(&members_in) > PLACES / 2u;
        workgroupBarrier();
        if crowded {
            empty(lane);
            if lane == 0u { atomicStore(&members_in, 0u); }
            workgroupBarrier();
        }
    }
    workgroupBarrier();
    empty(lane);
}
