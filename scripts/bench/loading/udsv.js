// Reads a CSV file with uDSV, row by row, keeps no row, and adds the column v1 up.
const fs = require('fs');
const {inferSchema, initParser} = require('udsv');
const before = process.cpuUsage();
let parser, at, sum = 0, count = 0;
const add = row => {
  count++;
  sum += row[at];
};
const stream = fs.createReadStream(process.argv[2], {encoding: 'utf8', highWaterMark: 1 << 20});
stream.on('data', text => {
  if (!parser) {
    const schema = inferSchema(text);
    parser = initParser(schema);
    at = schema.cols.findIndex(c => c.name === 'v1');
  }
  parser.chunk(text, parser.typedArrs, add);
});
stream.on('end', () => {
  parser.end();
  const took = process.cpuUsage(before);
  console.log(JSON.stringify({Rows: count, Sum: sum, Seconds: (took.user + took.system) / 1e6}));
});
