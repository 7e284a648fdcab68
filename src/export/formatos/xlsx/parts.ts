// The parts of a workbook around its sheets.

import { escapeXml } from './cells.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const sheetPath = (n: number): string => `xl/worksheets/sheet${n}.xml`;

const contentTypes = (sheets: number): string => {
  const ofSheets = Array.from(
    { length: sheets },
    (_, i) => `<Override PartName="/${sheetPath(i + 1)}" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${ofSheets.join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;
};

const relations = (sheets: number): string => {
  const ofSheets = Array.from(
    { length: sheets },
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  return `${XML}<Relationships xmlns="${RELATIONS}">${ofSheets.join('')}<Relationship Id="rId${sheets + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`;
};

/** In the order of STYLE in `cells.ts`. */
const CELL_FORMATS = [
  '<xf/>',
  '<xf numFmtId="164" applyNumberFormat="1"/>',
  '<xf numFmtId="165" applyNumberFormat="1"/>',
  '<xf fontId="1" applyFont="1"/>',
  '<xf numFmtId="165" fontId="1" borderId="1" applyNumberFormat="1" applyFont="1" applyBorder="1"/>',
  '<xf fontId="2" applyFont="1"/>',
  '<xf numFmtId="166" applyNumberFormat="1"/>',
];
const CODE = /^[A-Z]{3}$/;

/** `#,##0.00 €`; a code stands for itself. Null: amounts without a currency. */
const moneyFormat = (moneda: string | null): string => {
  if (moneda === null || !CODE.test(moneda)) return '#,##0.00';
  return `#,##0.00\\ [$${moneda === 'EUR' ? '€-1' : moneda}]`;
};

export const STYLES_PATH = 'xl/styles.xml';

/** The styles of a workbook whose amounts are of this currency. */
export const stylesOf = (moneda: string | null): string =>
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="${moneyFormat(moneda)}"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="15"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="2"><border/><border><left/><right/><top style="thin"/><bottom/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${CELL_FORMATS.length}">${CELL_FORMATS.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const workbook = (names: readonly string[]): string => {
  const sheets = names.map(
    (name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${sheets.join('')}</sheets></workbook>`;
};

/** All parts but the sheets and styles, by their path; `names` are those of the sheets, in order. */
export const partsOf = (names: readonly string[]): Record<string, string> => ({
  '[Content_Types].xml': contentTypes(names.length),
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': relations(names.length),
  'xl/workbook.xml': workbook(names),
});

/** The first row, the headings, stays in view if it is frozen. */
export const sheetStart = (widths: readonly number[], isFrozen: boolean): string => {
  const cols = widths.map(
    (width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = isFrozen
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    : '';
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`;
};

/** `filtered`: the cells that the arrows of a filter hide and show. */
export const sheetEnd = (filtered: string | null): string =>
  `</sheetData>${filtered === null ? '' : `<autoFilter ref="${filtered}"/>`}</worksheet>`;
