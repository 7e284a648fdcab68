/** Files that leave by themselves. */
export const deliveries = {
  'deliveries.note': [
    'Las cifras llegan solas a tu gestoría o a tu hoja de cálculo, sin los datos de ningún cliente.',
    'Figures reach your accountant or your spreadsheet by themselves, without the data of any customer.',
  ],
  'links.title': ['Enlaces de datos', 'Data links'],
  'links.note': [
    'Una dirección que Excel («Datos, desde la web»), Google Sheets (IMPORTDATA) o Power BI abren por sí solos.',
    'An address that Excel (“Data, from the web”), Google Sheets (IMPORTDATA) or Power BI open by themselves.',
  ],
  'links.create': ['Crear enlace', 'Create link'],
  'links.none': ['No hay enlaces de datos', 'There are no data links'],
  'links.what': ['Qué da', 'What it gives'],
  'links.uses': ['Usos', 'Uses'],
  'links.nameNote': [
    'Quién lo abre: «Excel de la gestoría», «Cuadro de ventas».',
    'Who opens it: “The accountant’s Excel”, “Sales sheet”.',
  ],
  'links.range': ['Qué días', 'Which days'],
  'rango.mes_actual': ['Este mes', 'This month'],
  'rango.mes_anterior': ['El mes pasado', 'Last month'],
  'rango.7d': ['Los últimos 7 días', 'The last 7 days'],
  'rango.30d': ['Los últimos 30 días', 'The last 30 days'],
  'rango.este_ano': ['Este año', 'This year'],
  'links.style': ['Para qué programa', 'For which program'],
  'links.programa': ['Google Sheets, Power BI y otros', 'Google Sheets, Power BI and others'],
  'links.excel': ['Excel en español', 'A Spanish Excel'],
  'links.made': ['Enlace «{name}» creado', 'Link “{name}” created'],
  'links.once': [
    'Cópialo ahora: no se volverá a mostrar. Quien lo tenga lee esta tabla, hasta que lo revoques.',
    'Copy it now: it will not be shown again. Whoever has it reads this table, until you revoke it.',
  ],
  'links.sheets': [
    'En Google Sheets, en una celda: =IMPORTDATA("…") con esta dirección.',
    'In Google Sheets, in a cell: =IMPORTDATA("…") with this address.',
  ],
  'links.revokeTitle': ['¿Revocar «{name}»?', 'Revoke “{name}”?'],
  'links.revokeNote': [
    'La dirección deja de dar datos al instante. Los que ya se leyeron se quedan donde estén.',
    'The address stops giving data at once. What was read already stays where it is.',
  ],
  'links.revokeUndo': [
    'No se puede deshacer, pero puedes crear otro.',
    'This cannot be undone, but you can create another.',
  ],
  'links.revoked': ['Enlace «{name}» revocado', 'Link “{name}” revoked'],
  'links.someone': ['una cuenta borrada', 'a deleted account'],
  'link.activa': ['Activo', 'Active'],
  'link.expirada': ['Caducado', 'Expired'],
  'link.revocada': ['Revocado', 'Revoked'],
} as const;
