// probe: rows to places in a hash table of their keys.
//
// Source: EGA (Wang, Shen and Lei, 2025). PASS 0 is linear probing (LPHGA). PASS 1 and 2 are the two phases of SP-EGA.
// In the first phase, a key may take only the place that its hash gives, and the table has only the first third of
// these places. A row is left over if its place lies past the table, or if another key has taken it. In the second
// phase, the rows that are left over are probed, by another hash, in a second table with all the places. Changed: the
// keys of the first phase stay in their table, so that nothing is compacted or combined. The numbers of the places in
// the second table follow the numbers of the first. A full table raises a flag, and the host makes a larger one.
//
// Needs: keys.
// Bindings: 0 to 8 as in keys.

const PASS: u32 = 0u;

@compute @workgroup_size(256)
fn main(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * INVOCATIONS;
    for (var row = params.start + id.x; row < params.rows; row += step) {
        if dropped(row) {
            places[row] = SKIP;
            continue;
        }
        if PASS == 1u {
            places[row] = settle(row, hash(row), 1u);
            continue;
        }
        if PASS == 2u {
            if places[row] != LEFT { continue; }
            if STATISTICS == 1u { atomicAdd(&statistics[3], 1u); }
        }
        let at = settle(row, hash(row), params.size);
        places[row] = at;
        if at == LEFT { atomicStore(&statistics[0], 1u); }
    }
    if PASS == 1u { probes = 0u; } // the first phase does not probe
    report();
}
