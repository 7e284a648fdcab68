/** Orders as files. */
export const exports = {
  'export.open': 'Exportar',
  'export.title': 'Exportar pedidos',
  'export.vat': 'IVA del mes',
  'export.vatNote':
    'Para la gestoría: un Excel con una fila por pedido y tipo de IVA, sin los cancelados.',
  'export.thisMonth': 'Este mes',
  'export.orders': 'Otros archivos',
  'export.all': 'Todos los pedidos.',
  'export.filtered': 'Con los filtros de la página: {filters}.',
  'export.noSearch': 'El texto buscado no cuenta: se exporta todo lo que pasa los demás filtros.',
  'export.table': 'Qué lleva cada fila',
  'export.format': 'En qué formato',
  'export.download': 'Descargar',
  'export.asCsv': 'Descargar como CSV',
  'export.back': 'Volver',
  'export.preparing': 'Preparando {name}',
  'export.downloading': 'Descargando {name}',
  'export.counted': '{bytes}, {done} de {total} pedidos',
  'export.stay': 'No cierres esta página hasta que termine.',
  'export.done': 'Descargado: {name}',
  'export.handedOver': 'El navegador está descargando {name}',
  'export.busy':
    'Ya hay otras exportaciones en marcha. Espera unos segundos, o a que termine una de las tuyas.',
  'export.tooMany':
    'Son más de 100.000 filas, demasiadas para Excel. Descárgalo como CSV o acota las fechas.',
  'export.cut':
    'La descarga se ha cortado y no se ha guardado nada. Vuelve a intentarlo; si se repite, acota las fechas.',

  'tabla.pedidos': 'Pedidos',
  'tabla.items': 'Líneas',
  'tabla.iva': 'IVA',
  'tabla.pagos': 'Pagos',
  'fila.pedidos': 'Una fila por pedido.',
  'fila.items': 'Una fila por cada línea de un pedido.',
  'fila.iva': 'Una fila por pedido y tipo de IVA, con su factura.',
  'fila.pagos': 'Una fila por cada pago.',
  'formato.xlsx': 'Excel',
  'formato.csv': 'CSV',
  'formato.ndjson': 'NDJSON',
  'formato.parquet': 'Parquet',
  'para.xlsx':
    'Para personas: importes con decimales y la hora del restaurante. Hasta 100.000 filas.',
  'para.csv': 'Para otros programas y hojas de cálculo. Importes en céntimos, horas en UTC.',
  'para.ndjson': 'Para programar: un objeto JSON por línea; los pedidos, enteros.',
  'para.parquet': 'Para análisis de datos: DuckDB, Spark, Power BI.',
} as const;
