import type { exports as es } from '../es/exports.ts';

export const exports: Record<keyof typeof es, string> = {
  'export.open': 'Export',
  'export.title': 'Export orders',
  'export.vat': 'VAT of a month',
  'export.vatNote':
    'For the accountant: an Excel file with a row for each order and VAT rate, without cancelled orders.',
  'export.thisMonth': 'This month',
  'export.orders': 'Other files',
  'export.all': 'All orders.',
  'export.filtered': 'With the filters of the page: {filters}.',
  'export.noSearch':
    'The search text does not count: everything that passes the other filters is exported.',
  'export.table': 'What each row is',
  'export.format': 'In which format',
  'export.download': 'Download',
  'export.asCsv': 'Download as CSV',
  'export.back': 'Back',
  'export.preparing': 'Preparing {name}',
  'export.downloading': 'Downloading {name}',
  'export.counted': '{bytes}, {done} of {total} orders',
  'export.stay': 'Keep this page open until it is done.',
  'export.done': 'Downloaded: {name}',
  'export.handedOver': 'The browser is downloading {name}',
  'export.busy': 'Other exports are under way. Wait a few seconds, or until one of yours is done.',
  'export.tooMany':
    'More than 100,000 rows are too many for Excel. Download it as CSV, or narrow the dates.',
  'export.cut':
    'The download was cut off and nothing was saved. Try again; if it happens again, narrow the dates.',

  'tabla.pedidos': 'Orders',
  'tabla.items': 'Lines',
  'tabla.iva': 'VAT',
  'tabla.pagos': 'Payments',
  'fila.pedidos': 'One row for each order.',
  'fila.items': 'One row for each line of an order.',
  'fila.iva': 'One row for each order and VAT rate, with its invoice.',
  'fila.pagos': 'One row for each payment.',
  'formato.xlsx': 'Excel',
  'formato.csv': 'CSV',
  'formato.ndjson': 'NDJSON',
  'formato.parquet': 'Parquet',
  'para.xlsx': 'For people: amounts with decimals, and the restaurant’s time. Up to 100,000 rows.',
  'para.csv': 'For other programs and spreadsheets. Amounts in cents, times in UTC.',
  'para.ndjson': 'For programming: one JSON object a line; orders are whole.',
  'para.parquet': 'For data analysis: DuckDB, Spark, Power BI.',
};
