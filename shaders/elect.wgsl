// elect: rows to places in a hash table of their keys, through a set in workgroup memory.
//
// Source: the two-level path of libcudf. In workgroup memory, a workgroup keeps a set of the keys that its rows had so
// far. For each key, the set has the number of a row with that key, and the key's place in the table. A row whose key
// is in the set does not access the table. So only the first few rows of a workgroup with a key contend for the key's
// place in the table.
//
// Changed: the rank of a key is its place in the set. A row gets its place in the table at once, instead of a rank that
// is mapped later. If the set is crowded, the rows of a further key go to the table one by one (in libcudf, the 129th
// key sends the whole job there).
//
// Needs: keys.
// Bindings: 0 to 8 as in keys.

const MEMBERS: u32 = 2048u; // places of the set, a power of two
const LOOKS: u32 = 4u;

var<workgroup> members: array<atomic<u32>, MEMBERS>; // rows, counted from 1
var<workgroup> elected: array<atomic<u32>, MEMBERS>; // their places in the table, counted from 1; 0: unknown

// find returns the place of a row's key, or LEFT.
fn find(row: u32) -> u32 {
    let h = hash(row);
    var at = h >> 16u;
    for (var looks = 0u; looks < LOOKS; looks++) {
        at = at & (MEMBERS - 1u);
        var member = atomicLoad(&members[at]);
        if member == 0u {
            let swapped = atomicCompareExchangeWeak(&members[at], 0u, row + 1u);
            if swapped.exchanged {
                let place = settle(row, h, params.size);
                if place != LEFT { atomicStore(&elected[at], place + 1u); }
                return place;
            }
            member = swapped.old_value;
        }
        if member != 0u {
            if same(member - 1u, row) {
                let known = atomicLoad(&elected[at]);
                if known != 0u { return known - 1u; }
                break;
            }
        }
        at += 1u;
    }
    return settle(row, h, params.size);
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    for (var row = params.start + group.x * INVOCATIONS + lane; row < params.rows; row += step) {
        if dropped(row) {
            places[row] = SKIP;
            continue;
        }
        let at = find(row);
        places[row] = at;
        if at == LEFT { atomicStore(&statistics[0], 1u); }
    }
    report();
}
