// params: the parameters of a dispatch, for the kernels that walk rows.

const INVOCATIONS: u32 = 256u;
const SKIP: u32 = 0xFFFFFFFFu; // the slot of a row that the filter drops

struct Params {
    rows: u32,   // of this dispatch, at least 1
    start: u32,  // the quad of the columns with the first row, since a dispatch may take a part of a chunk
    number: u32, // the number of the first row in the table
    slots: u32,
    span: u32,   // slots whose accumulators a workgroup holds
    copies: u32, // accumulators per slot in workgroup memory, a power of two
    parts: u32,  // partitions of the slots
    shift: u32,  // a partition holds 2^shift slots
    block: u32,  // partitions from which a workgroup takes records
    spans: u32,  // workgroups that share the slots of a partition, with a span each; a power of two
    base: u32,   // the first word of the pass in the totals
    spare: u32,  // the first word of the totals
    vacated: u32, // and the number of words to set to zero for the next request
    finer: u32,  // a partition of the second level holds 2^finer slots
}

@group(0) @binding(0) var<uniform> params: Params;
