// scatter: write every row as a record into its partition.
//
// Source: the second pass of a radix partition (Merrill and Grimshaw's radix sort). A workgroup takes four rows per
// invocation, ranks them within their partitions in workgroup memory, and puts the rows of one partition next to each
// other there. It reserves room for them with one global atomic per partition, and writes them: neighbouring
// invocations write neighbouring addresses. Changed: the order of the rows does not matter. So counters assign both the
// runs in workgroup memory and the room in the partitions, without prefix sums.
//
// A record is the slot, with the bits of its bitmaps in the top three bits, and the row's values. It is one word, two
// or four, written at once; only the array of that width is bound. If the values are narrow, a record is packed into
// one word: the slot within the partition, the bits above it, and the value starting at bit SHIFT. If the caller only
// wants the order of the rows (BARE 1), a record is only the first value, the number of the row.
//
// If the room of the partitions was predicted from a sample, a row may find no room. It is then added to the totals.
//
// Needs: params rows measures totals direct.
// Bindings: 0 parameters, 1 slots, 2-4 values, 5-7 valid bits, 8 totals, 9-11 records out of 1, 2 or 4 words,
// 12 cursors, 13 where the partitions begin.

const PARTS: u32 = 1024u;  // at least parts
const WIDTH: u32 = 2u;     // words of a record: 1, 2 or 4
const SAMPLED: u32 = 1u;   // 0: the room of the partitions is exact
const SHIFT: u32 = 0u;     // first bit of the value in a packed record; 0: records are not packed
const BARE: u32 = 0u;      // 1: a record is the first value
const EACH: u32 = 4u;      // PARTS / INVOCATIONS, rounded up
const TILE: u32 = 1024u;   // rows of a workgroup at a time: 4 * INVOCATIONS
const TILE1: u32 = 1024u;  // TILE for a width of 2 or 4 or a packed record, else 1
const TILE2: u32 = 1u;     // TILE for a width of 4, else 1

@group(0) @binding(9) var<storage, read_write> ones: array<u32>;
@group(0) @binding(10) var<storage, read_write> twos: array<vec2<u32>>;
@group(0) @binding(11) var<storage, read_write> fours: array<vec4<u32>>;
@group(0) @binding(12) var<storage, read_write> cursors: array<atomic<u32>>;
@group(0) @binding(13) var<storage, read> starts: array<u32>; // parts + 1

var<workgroup> counts: array<atomic<u32>, PARTS>; // rows of the tile in a partition
var<workgroup> begins: array<u32, PARTS>;         // where its run begins in the tile
var<workgroup> shifts: array<u32, PARTS>;         // from a place in the tile to the place among the records
var<workgroup> taken: atomic<u32>;                // rows of the tile that have a place
var<workgroup> full: atomic<u32>;                 // 1: a partition has no room left
var<workgroup> tagged: array<u32, TILE>;
var<workgroup> first: array<u32, TILE1>;
var<workgroup> second: array<u32, TILE2>;
var<workgroup> third: array<u32, TILE2>;

fn rank(slot: u32) -> u32 {
    if slot >= params.slots { return 0u; }
    return atomicAdd(&counts[slot >> params.shift], 1u);
}

fn place(slot: u32, rank: u32, row: vec3<u32>, ok: u32) {
    if slot >= params.slots { return; }
    let part = slot >> params.shift;
    let at = begins[part] + rank;
    if BARE == 1u {
        tagged[at] = row.x;
        first[at] = part;
        return;
    }
    if SHIFT > 0u {
        tagged[at] = (slot & ((1u << params.shift) - 1u)) | (ok << params.shift) | (row.x << SHIFT);
        first[at] = part;
        return;
    }
    tagged[at] = slot | (ok << 29u);
    if WIDTH > 1u { first[at] = row.x; }
    if WIDTH > 2u {
        second[at] = row.y;
        third[at] = row.z;
    }
}

// add aggregates a row of the tile whose partition has no room for it.
fn add(i: u32, part: u32, tag: u32) {
    if SHIFT > 0u {
        let slot = (part << params.shift) | (tag & ((1u << params.shift) - 1u));
        measures(slot, vec3<u32>(tag >> SHIFT, 0u, 0u), (tag >> params.shift) & ((1u << BITMAPS) - 1u));
        return;
    }
    var row: vec3<u32>;
    if WIDTH > 1u { row.x = first[i]; }
    if WIDTH > 2u {
        row.y = second[i];
        row.z = third[i];
    }
    measures(tag & 0x1FFFFFFFu, row, tag >> 29u);
}

fn write(i: u32, crowded: bool) {
    let tag = tagged[i];
    var part = (tag & 0x1FFFFFFFu) >> params.shift;
    if SHIFT > 0u || BARE == 1u { part = first[i]; }
    let at = shifts[part] + i;
    if SAMPLED == 1u && crowded {
        if at >= starts[part + 1u] {
            add(i, part, tag);
            return;
        }
    }
    if WIDTH == 1u {
        ones[at] = tag;
    } else if WIDTH == 2u {
        twos[at] = vec2<u32>(tag, first[i]);
    } else {
        fours[at] = vec4<u32>(tag, first[i], second[i], third[i]);
    }
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let quads = (params.rows + 3u) / 4u;
    let step = groups.x * INVOCATIONS;
    var tile = group.x * INVOCATIONS;
    var q = load(tile + lane);
    // Every phase ends at a barrier. What a phase writes is read only in the next phase, and overwritten only one
    // more barrier later: three barriers per tile.
    for (; tile < quads; tile += step) {
        let ranks = vec4<u32>(rank(q.slots.x), rank(q.slots.y), rank(q.slots.z), rank(q.slots.w));
        workgroupBarrier();

        var reserved: array<u32, EACH>;
        for (var i = 0u; i < EACH; i++) {
            let p = i * INVOCATIONS + lane;
            if p >= params.parts { continue; }
            let n = atomicExchange(&counts[p], 0u);
            if n == 0u { continue; }
            begins[p] = atomicAdd(&taken, n);
            reserved[i] = atomicAdd(&cursors[p], n);
            if SAMPLED == 1u {
                if reserved[i] + n > starts[p + 1u] { atomicStore(&full, 1u); }
            }
        }
        workgroupBarrier();

        let rows = atomicLoad(&taken);
        place(q.slots.x, ranks.x, vec3<u32>(q.a.x, q.b.x, q.c.x), q.ok.x);
        place(q.slots.y, ranks.y, vec3<u32>(q.a.y, q.b.y, q.c.y), q.ok.y);
        place(q.slots.z, ranks.z, vec3<u32>(q.a.z, q.b.z, q.c.z), q.ok.z);
        place(q.slots.w, ranks.w, vec3<u32>(q.a.w, q.b.w, q.c.w), q.ok.w);
        q = load(tile + step + lane); // load the next tile while this one is written
        for (var i = 0u; i < EACH; i++) {
            let p = i * INVOCATIONS + lane;
            if p < params.parts { shifts[p] = reserved[i] - begins[p]; }
        }
        workgroupBarrier();

        if lane == 0u { atomicStore(&taken, 0u); }
        let crowded = SAMPLED == 1u && atomicLoad(&full) == 1u;
        for (var i = lane; i < rows; i += INVOCATIONS) { write(i, crowded); }
    }
}
