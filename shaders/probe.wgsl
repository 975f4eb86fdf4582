// probe: rows to places in a hash table of their keys.
//
// Source: SEEDS C1, C2, D3, E5, E6. The table holds row numbers: the row that was first to bring a key stands for it, and keys are compared by reading
// their columns, so that keys of any width need a compare-and-swap of 32 bits only (SEEDS D3, libcudf). PASS 0 is linear
// probing (C1, LPHGA). PASS 1 and 2 are the two phases of SP-EGA (C2): first every key may only take the first place its
// hash gives, and rows whose key does not get it are left over; then the rows that are left are probed in a second table,
// which the others no longer crowd. Places in the second table count on from the first.
//
// The hash is Murmur3's finaliser over each code (E5). A table that is full raises a flag, and the host doubles it (E6).
//
// Bindings: 0 parameters, 1 table, 2-5 code columns, 6 filter bits, 7 places of the rows out, 8 statistics: overflow
// flag, keys, their probes, keys of the second phase.

const INVOCATIONS: u32 = 256u;
const PASS: u32 = 0u;
const KEYS: u32 = 2u; // 1 to 4 of the code columns count

const EMPTY: u32 = 0u; // a row stands as its number counted from 1
const SKIP: u32 = 0xFFFFFFFFu;
const LEFT: u32 = 0xFFFFFFFEu; // the place of a row that the first phase leaves over

struct Params {
    rows: u32,
    size: u32,     // places of the table
    first: u32,    // the number that its first place has
    filtered: u32, // 1: look at the filter bits
    seed: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> codes0: array<u32>;
@group(0) @binding(3) var<storage, read> codes1: array<u32>;
@group(0) @binding(4) var<storage, read> codes2: array<u32>;
@group(0) @binding(5) var<storage, read> codes3: array<u32>;
@group(0) @binding(6) var<storage, read> selected: array<u32>;
@group(0) @binding(7) var<storage, read_write> places: array<u32>;
@group(0) @binding(8) var<storage, read_write> statistics: array<atomic<u32>>;

fn finalise(x: u32) -> u32 {
    var h = x;
    h = (h ^ (h >> 16u)) * 0x85EBCA6Bu;
    h = (h ^ (h >> 13u)) * 0xC2B2AE35u;
    return h ^ (h >> 16u);
}

fn hash(row: u32) -> u32 {
    var h = finalise(codes0[row] ^ params.seed);
    if KEYS > 1u { h = finalise(h * 31u + codes1[row]); }
    if KEYS > 2u { h = finalise(h * 31u + codes2[row]); }
    if KEYS > 3u { h = finalise(h * 31u + codes3[row]); }
    return h;
}

fn same(a: u32, b: u32) -> bool {
    if codes0[a] != codes0[b] { return false; }
    if KEYS > 1u { if codes1[a] != codes1[b] { return false; } }
    if KEYS > 2u { if codes2[a] != codes2[b] { return false; } }
    if KEYS > 3u { if codes3[a] != codes3[b] { return false; } }
    return true;
}

// settle finds the place of a row's key, or LEFT.
fn settle(row: u32) -> u32 {
    var at = hash(row) % params.size;
    for (var probes = 1u; probes <= params.size; probes++) {
        var holder = atomicLoad(&table[at]);
        if holder == EMPTY {
            let swapped = atomicCompareExchangeWeak(&table[at], EMPTY, row + 1u);
            holder = swapped.old_value;
            if swapped.exchanged {
                atomicAdd(&statistics[1], 1u);
                atomicAdd(&statistics[2], probes);
                if PASS == 2u { atomicAdd(&statistics[3], 1u); }
                return at + params.first;
            }
            if holder == EMPTY { // a weak exchange may fail for no reason: try this place again
                probes--;
                continue;
            }
        }
        if same(holder - 1u, row) { return at + params.first; }
        if PASS == 1u { return LEFT; }
        at += 1u;
        if at == params.size { at = 0u; }
    }
    atomicStore(&statistics[0], 1u);
    return LEFT;
}

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    for (var row = id.x; row < params.rows; row += step) {
        if params.filtered == 1u && ((selected[row >> 5u] >> (row & 31u)) & 1u) == 0u {
            places[row] = SKIP;
            continue;
        }
        if PASS == 2u && places[row] != LEFT { continue; }
        places[row] = settle(row);
    }
}
