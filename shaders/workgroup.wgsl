// workgroup: aggregate in workgroup memory, then flush to global memory once.
//
// Source: SEEDS A9, the shared-memory kernel for few groups. Changed from it: a grid-stride loop gives a workgroup
// tens of thousands of rows for one flush (there: 256); all invocations flush (there: one); sums carry into a
// second limb, so they are exact in 64 bits; and two ways to stretch the range of slots it serves well:
// - few slots: each slot has `copies` cells side by side and an invocation uses the cell of its lane, so that the
//   lanes of a subgroup do not queue for one address (libcudf pull request 18290 replicates in the same way);
// - more slots than a workgroup holds: row y of the grid takes the y-th span of slots and drops the other rows.
//   The columns are read once a span, which stays cheaper than global atomics for several spans.
//
// A minimum is kept as the maximum of the complements: all accumulators start at zero, which workgroup memory does
// by itself.
//
// Bindings: 0 slots, 1 values, 2 bits of the values that are not null, 3 accumulators out (low words of all slots,
// then high words for a sum), 4 parameters.

const INVOCATIONS: u32 = 256u;
const CELLS: u32 = 2048u;   // low words in workgroup memory
const CARRIES: u32 = 2048u; // high words: CELLS for a sum, else 1
const OP: u32 = 1u;         // 0 count, 1 sum, 2 minimum, 3 maximum

struct Params {
    rows: u32,
    slots: u32,
    span: u32,     // slots that one workgroup serves; span * copies is at most CELLS
    copies: u32,   // cells a slot, a power of two
    nullable: u32, // 1: look at the valid bits
}

@group(0) @binding(0) var<storage, read> slots: array<u32>;
@group(0) @binding(1) var<storage, read> values: array<u32>;
@group(0) @binding(2) var<storage, read> valid: array<u32>;
@group(0) @binding(3) var<storage, read_write> totals: array<atomic<u32>>;
@group(0) @binding(4) var<uniform> params: Params;

var<workgroup> low: array<atomic<u32>, CELLS>;
var<workgroup> high: array<atomic<u32>, CARRIES>;

fn counts(row: u32) -> bool {
    return params.nullable == 0u || ((valid[row >> 5u] >> (row & 31u)) & 1u) == 1u;
}

@compute @workgroup_size(256)
fn main(
    @builtin(local_invocation_index) lane: u32,
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let first = group.y * params.span;
    let held = min(params.span, params.slots - first);
    let copy = lane & (params.copies - 1u);
    let step = groups.x * INVOCATIONS;

    for (var row = group.x * INVOCATIONS + lane; row < params.rows; row += step) {
        let slot = slots[row] - first; // below first, it wraps to above held
        if slot < held && counts(row) {
            let cell = slot * params.copies + copy;
            if OP == 0u {
                atomicAdd(&low[cell], 1u);
            } else if OP == 1u {
                let v = values[row];
                let old = atomicAdd(&low[cell], v);
                if old + v < old { atomicAdd(&high[cell], 1u); }
            } else if OP == 2u {
                atomicMax(&low[cell], ~values[row]);
            } else {
                atomicMax(&low[cell], values[row]);
            }
        }
    }
    workgroupBarrier();

    for (var slot = lane; slot < held; slot += INVOCATIONS) {
        let cell = slot * params.copies;
        var total = 0u;
        var carry = 0u;
        for (var c = 0u; c < params.copies; c++) {
            let v = atomicLoad(&low[cell + c]);
            if OP > 1u {
                total = max(total, v);
            } else {
                total += v;
                if OP == 1u {
                    if total < v { carry++; }
                    carry += atomicLoad(&high[cell + c]);
                }
            }
        }
        if OP > 1u {
            if total != 0u { atomicMax(&totals[first + slot], total); }
        } else {
            if total != 0u {
                let old = atomicAdd(&totals[first + slot], total);
                if OP == 1u && old + total < old { carry++; }
            }
            if OP == 1u && carry != 0u { atomicAdd(&totals[params.slots + first + slot], carry); }
        }
    }
}
