// keys: a hash table of rows that represent keys, compared by reading their columns.
//
// Source: libcudf's row-index sets. The table holds row numbers, and the first row with a key represents the key, so
// that keys of any width need a compare-and-swap of only 32 bits. The hash is Murmur3's finaliser over each code.
//
// Bindings: 0 parameters, 1 table, 2-5 code columns, 6 filter bits, 7 places of the rows out, 8 statistics: overflow
// flag, and with STATISTICS 1 keys, the places that all rows probed linearly, rows of the second phase.

const INVOCATIONS: u32 = 256u;
const KEYS: u32 = 2u; // 1 to 4 of the code columns count
const STATISTICS: u32 = 0u;

// The bytes of a code of the columns at bindings 2 to 5: 1, 2 or 4.
const BYTES2: u32 = 4u;
const BYTES3: u32 = 4u;
const BYTES4: u32 = 4u;
const BYTES5: u32 = 4u;

const EMPTY: u32 = 0u; // a row is stored as its number, counted from 1
const SKIP: u32 = 0xFFFFFFFFu;
const LEFT: u32 = 0xFFFFFFFEu; // the place of a row that a phase leaves over

struct Params {
    rows: u32,     // the end of the rows
    size: u32,     // places of the table
    first: u32,    // the number of its first place
    filtered: u32, // 1: read the filter bits
    seed: u32,
    spread: u32,   // number of places that hashes fall into; rows with a place past the table are left over
    start: u32,    // the first row
    far: u32,      // a key that has probed so many places counts the table as full
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

// part returns the code of a row from the word that holds it.
fn part(word: u32, row: u32, bytes: u32) -> u32 {
    if bytes == 4u { return word; }
    return (word >> (row % (4u / bytes) * 8u * bytes)) & ((1u << (8u * bytes)) - 1u);
}

fn code0(row: u32) -> u32 { return part(codes0[row / (4u / BYTES2)], row, BYTES2); }
fn code1(row: u32) -> u32 { return part(codes1[row / (4u / BYTES3)], row, BYTES3); }
fn code2(row: u32) -> u32 { return part(codes2[row / (4u / BYTES4)], row, BYTES4); }
fn code3(row: u32) -> u32 { return part(codes3[row / (4u / BYTES5)], row, BYTES5); }

fn finalise(x: u32) -> u32 {
    var h = x;
    h = (h ^ (h >> 16u)) * 0x85EBCA6Bu;
    h = (h ^ (h >> 13u)) * 0xC2B2AE35u;
    return h ^ (h >> 16u);
}

fn hash(row: u32) -> u32 {
    var h = finalise(code0(row) ^ params.seed);
    if KEYS > 1u { h = finalise(h * 31u + code1(row)); }
    if KEYS > 2u { h = finalise(h * 31u + code2(row)); }
    if KEYS > 3u { h = finalise(h * 31u + code3(row)); }
    return h;
}

fn same(a: u32, b: u32) -> bool {
    if code0(a) != code0(b) { return false; }
    if KEYS > 1u { if code1(a) != code1(b) { return false; } }
    if KEYS > 2u { if code2(a) != code2(b) { return false; } }
    if KEYS > 3u { if code3(a) != code3(b) { return false; } }
    return true;
}

fn dropped(row: u32) -> bool {
    return params.filtered == 1u && ((selected[row >> 5u] >> (row & 31u)) & 1u) == 0u;
}

var<private> probes: u32; // of all rows of the invocation
var<private> found: u32;  // keys that the invocation was the first to insert

// ASK is the number of probes after which a row checks whether another row has found the table full. If so, it gives
// up.
const ASK: u32 = 16u;

// settle returns the place of a row's key within the allowed number of probes, or LEFT.
fn settle(row: u32, hash: u32, most: u32) -> u32 {
    var at = hash % params.spread;
    if at >= params.size { return LEFT; }
    for (var n = 0u; n < select(min(most, params.far), most, STATISTICS == 1u); n++) {
        probes += 1u;
        var holder = atomicLoad(&table[at]);
        if holder == EMPTY {
            let swapped = atomicCompareExchangeWeak(&table[at], EMPTY, row + 1u);
            holder = swapped.old_value;
            if swapped.exchanged {
                found += 1u;
                return at + params.first;
            }
            if holder == EMPTY { // a weak exchange may fail for no reason: try this place again
                probes -= 1u;
                n--;
                continue;
            }
        }
        if same(holder - 1u, row) { return at + params.first; }
        at += 1u;
        if at == params.size { at = 0u; }
        if n % ASK == ASK - 1u {
            if atomicLoad(&statistics[0]) == 1u { break; }
        }
    }
    return LEFT;
}

fn report() {
    if STATISTICS == 0u { return; }
    atomicAdd(&statistics[1], found);
    atomicAdd(&statistics[2], probes);
}
