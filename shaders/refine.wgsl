// refine: divide every partition into partitions of the second level, and write its records to them.
//
// Source: the scatter of a radix sort's pass (Merrill and Grimshaw), on the second digit of records that are
// partitioned by their first. It treats records as scatter treats rows, and does not need their order. Unlike in
// scatter, the room of every partition is always exact. A record whose value fits into one word with a slot of the
// second level is packed here.
//
// Needs: params records tiles.
// Bindings: 0 parameters, 1-3 records of 1, 2 or 4 words, 4 where the partitions begin, 5 the tiles before each, 8
// cursors of the partitions of the second level, 9-11 records out of 1, 2 or 4 words.

const DIGITS: u32 = 1024u; // at least the partitions of the second level in one of the first
const OUT: u32 = 2u;       // words of a record out: 1, 2 or 4
const PACKED: u32 = 0u;    // first bit of the value in a packed record out; 0: records out are not packed
const EACH: u32 = 4u;      // DIGITS / INVOCATIONS, rounded up
const TILE1: u32 = 1024u;  // TILE for a record out of 2 or 4 words or a packed one, else 1
const TILE2: u32 = 1u;     // TILE for a record out of 4 words, else 1

@group(0) @binding(8) var<storage, read_write> cursors: array<atomic<u32>>;
@group(0) @binding(9) var<storage, read_write> onesOut: array<u32>;
@group(0) @binding(10) var<storage, read_write> twosOut: array<vec2<u32>>;
@group(0) @binding(11) var<storage, read_write> foursOut: array<vec4<u32>>;

var<workgroup> counts: array<atomic<u32>, DIGITS>; // records of the tile with a digit
var<workgroup> begins: array<u32, DIGITS>;         // where the run of these records begins in the tile
var<workgroup> shifts: array<u32, DIGITS>;         // from a place in the tile to the place among the records out
var<workgroup> taken: atomic<u32>;                 // records of the tile that have a place
var<workgroup> tagged: array<u32, TILE>;
var<workgroup> first: array<u32, TILE1>;
var<workgroup> second: array<u32, TILE2>;
var<workgroup> third: array<u32, TILE2>;

fn rank(r: vec4<u32>, at: u32, end: u32) -> u32 {
    if at >= end { return 0u; }
    return atomicAdd(&counts[slotIn(r) >> params.finer], 1u);
}

fn place(r: vec4<u32>, rank: u32, t: Tile, at: u32) {
    if at >= t.end { return; }
    let slot = slotIn(r);
    let digit = slot >> params.finer;
    let i = begins[digit] + rank;
    let row = rowOf(r);
    if PACKED > 0u {
        tagged[i] = (slot & ((1u << params.finer) - 1u)) | (okOf(r.x) << params.finer) | (row.x << PACKED);
        first[i] = digit;
        return;
    }
    tagged[i] = (t.part << params.shift) | slot | (okOf(r.x) << 29u);
    if OUT > 1u { first[i] = row.x; }
    if OUT > 2u {
        second[i] = row.y;
        third[i] = row.z;
    }
}

fn write(i: u32) {
    let tag = tagged[i];
    var digit = (tag & ((1u << params.shift) - 1u)) >> params.finer;
    if PACKED > 0u { digit = first[i]; }
    let at = shifts[digit] + i;
    if OUT == 1u {
        onesOut[at] = tag;
    } else if OUT == 2u {
        twosOut[at] = vec2<u32>(tag, first[i]);
    } else {
        foursOut[at] = vec4<u32>(tag, first[i], second[i], third[i]);
    }
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let bits = params.shift - params.finer;
    let end = firstTile(group.x + 1u, groups.x);
    var next = tileAt(firstTile(group.x, groups.x), 0u);
    var q = fetch(next, lane);
    // Barriers as in scatter: three a tile.
    for (var tile = firstTile(group.x, groups.x); tile < end; tile++) {
        let t = next;
        let at = t.at + vec4<u32>(lane, lane + INVOCATIONS, lane + 2u * INVOCATIONS, lane + 3u * INVOCATIONS);
        let ranks = vec4<u32>(rank(q.a, at.x, t.end), rank(q.b, at.y, t.end), rank(q.c, at.z, t.end), rank(q.d, at.w, t.end));
        workgroupBarrier();

        var reserved: array<u32, EACH>;
        for (var i = 0u; i < EACH; i++) {
            let p = i * INVOCATIONS + lane;
            if p >= 1u << bits { continue; }
            let n = atomicExchange(&counts[p], 0u);
            if n == 0u { continue; }
            begins[p] = atomicAdd(&taken, n);
            reserved[i] = atomicAdd(&cursors[(t.part << bits) + p], n);
        }
        workgroupBarrier();

        place(q.a, ranks.x, t, at.x);
        place(q.b, ranks.y, t, at.y);
        place(q.c, ranks.z, t, at.z);
        place(q.d, ranks.w, t, at.w);
        next = tileAt(tile + 1u, t.part);
        q = fetch(next, lane); // while this tile is written
        for (var i = 0u; i < EACH; i++) {
            let p = i * INVOCATIONS + lane;
            if p < 1u << bits { shifts[p] = reserved[i] - begins[p]; }
        }
        workgroupBarrier();

        if lane == 0u { atomicStore(&taken, 0u); }
        for (var i = lane; i < t.end - t.at; i += INVOCATIONS) { write(i); }
    }
}
