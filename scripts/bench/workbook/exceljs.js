// Reads a workbook with ExcelJS, a row at a time, and adds the column "amount" up. No row is kept.
const ExcelJS = require('exceljs');
(async () => {
  const book = new ExcelJS.stream.xlsx.WorkbookReader(process.argv[2], {sharedStrings: 'cache', styles: 'cache', worksheets: 'emit', entries: 'emit', hyperlinks: 'ignore'});
  let at = 0, rows = 0, sum = 0;
  for await (const sheet of book) {
    for await (const row of sheet) {
      if (at === 0) { at = row.values.indexOf('amount'); continue; }
      rows++;
      sum += row.values[at];
    }
  }
  console.log(JSON.stringify({Rows: rows, Sum: sum}));
})();
