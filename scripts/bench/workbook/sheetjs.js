// Reads a workbook with SheetJS, in its dense form, and adds the column "amount" up.
const XLSX = require('xlsx');
const book = XLSX.readFile(process.argv[2], {dense: true});
const sheet = book.Sheets[book.SheetNames[0]];
const rows = sheet['!data'] || sheet; // of versions before 0.19 the sheet itself is dense
const at = rows[0].findIndex(cell => cell.v === 'amount');
let sum = 0;
for (let i = 1; i < rows.length; i++) sum += rows[i][at].v;
console.log(JSON.stringify({Rows: rows.length - 1, Sum: sum}));
