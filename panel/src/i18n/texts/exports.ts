/** Orders as files. */
export const exports = {
  'export.open': ['Exportar', 'Export'],
  'export.loaded': ['Exportar lo cargado', 'Export what is loaded'],
  'export.title': ['Exportar pedidos', 'Export orders'],
  'export.vat': ['IVA del mes', 'VAT of a month'],
  'export.vatNote': [
    'Para la gestoría, por fecha de factura: un Excel con una fila por pedido y tipo de IVA, sin los cancelados. Lo que no tiene factura sale en Caja, por factura.',
    'For the accountant, by invoice date: an Excel file with a row for each order and VAT rate, without cancelled orders. Cash-up by invoice shows orders without one.',
  ],
  'export.orders': ['Otros archivos', 'Other files'],
  'export.all': ['Todos los pedidos.', 'All orders.'],
  'export.filtered': [
    'Con los filtros de la página: {filters}.',
    'With the filters of the page: {filters}.',
  ],
  'export.empty': [
    'Ningún pedido cumple los filtros: el archivo estaría vacío.',
    'No order matches the filters: the file would be empty.',
  ],
  'export.table': ['Qué lleva cada fila', 'What each row is'],
  'export.format': ['En qué formato', 'In which format'],
  'export.download': ['Descargar', 'Download'],
  'export.asCsv': ['Descargar como CSV', 'Download as CSV'],
  'export.back': ['Volver', 'Back'],
  'export.preparing': ['Preparando {name}', 'Preparing {name}'],
  'export.downloading': ['Descargando {name}', 'Downloading {name}'],
  'export.counted': ['{bytes}, {done} de {total} pedidos', '{bytes}, {done} of {total} orders'],
  'export.stay': [
    'No cierres esta página hasta que termine.',
    'Keep this page open until it is done.',
  ],
  'export.done': ['Descargado: {name}', 'Downloaded: {name}'],
  'export.handedOver': [
    'El navegador está descargando {name}',
    'The browser is downloading {name}',
  ],
  'export.busy': [
    'Ya hay otras exportaciones en marcha. Espera unos segundos, o a que termine una de las tuyas.',
    'Other exports are under way. Wait a few seconds, or until one of yours is done.',
  ],
  'export.tooMany': [
    'Son más de 100.000 filas, demasiadas para Excel. Descárgalo como CSV, o cada mes por separado.',
    'More than 100,000 rows are too many for Excel. Download it as CSV, or each month by itself.',
  ],
  'export.cut': [
    'La descarga se ha cortado y no se ha guardado nada. Vuelve a intentarlo; si se repite, acota las fechas.',
    'The download was cut off and nothing was saved. Try again; if it happens again, narrow the dates.',
  ],

  'tabla.pedidos': ['Pedidos', 'Orders'],
  'tabla.items': ['Líneas', 'Lines'],
  'tabla.iva': ['IVA', 'VAT'],
  'tabla.pagos': ['Pagos', 'Payments'],
  'fila.pedidos': ['Una fila por pedido.', 'One row for each order.'],
  'fila.items': ['Una fila por cada línea de un pedido.', 'One row for each line of an order.'],
  'fila.iva': [
    'Una fila por pedido y tipo de IVA, con su factura.',
    'One row for each order and VAT rate, with its invoice.',
  ],
  'fila.pagos': ['Una fila por cada pago.', 'One row for each payment.'],
  'formato.xlsx': ['Excel', 'Excel'],
  'formato.csv_excel': ['CSV para Excel en español', 'CSV for a Spanish Excel'],
  'formato.csv': ['CSV', 'CSV'],
  'formato.ndjson': ['NDJSON', 'NDJSON'],
  'formato.parquet': ['Parquet', 'Parquet'],
  'para.xlsx': [
    'Para personas: importes con decimales y la hora del restaurante. Hasta 100.000 filas.',
    'For people: amounts with decimals, and the restaurant’s time. Up to 100,000 rows.',
  ],
  'para.csv_excel': [
    'Se abre con doble clic: punto y coma, coma decimal, la hora del restaurante. Sin límite de filas.',
    'Opens with a double click: semicolons, decimal commas, the restaurant’s time. Any number of rows.',
  ],
  'para.csv': [
    'Para otros programas. Importes en céntimos, horas en UTC.',
    'For other programs. Amounts in cents, times in UTC.',
  ],
  'para.ndjson': [
    'Para programar: un objeto JSON por línea; los pedidos, enteros.',
    'For programming: one JSON object a line; orders are whole.',
  ],
  'para.parquet': [
    'Para análisis de datos: DuckDB, Spark, Power BI.',
    'For data analysis: DuckDB, Spark, Power BI.',
  ],
} as const;
