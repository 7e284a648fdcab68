import type { Lang } from '../contract/bilingual.ts';
import { METODOS, PALABRAS } from '../contract/palabras.ts';
import type { Caja } from '../contract/recursos/caja.ts';

const MORE = {
  sold: { es: 'Vendido', en: 'Sold' },
  unpaid: { es: 'Falta por cobrar', en: 'Still to be paid' },
  cancelled: { es: 'Pedidos cancelados', en: 'Cancelled orders' },
} as const;

const methodName = (metodo: string, lang: Lang): string =>
  Object.hasOwn(METODOS, metodo) ? METODOS[metodo as keyof typeof METODOS][lang] : metodo;

/** A figure with its name; an amount is in cents. */
type Line = readonly [name: string, value: number, kind: 'cents' | 'count'];

/** The figures of a till, in the order in which one cashes up. */
const cajaLines = ({ ventas, cobros, cuadre }: Caja, lang: Lang): Line[] => {
  const words = PALABRAS;
  return [
    [MORE.sold[lang], ventas.total_cents, 'cents'],
    [words.orders[lang], ventas.pedidos, 'count'],
    [MORE.cancelled[lang], ventas.cancelados, 'count'],
    ...ventas.por_metodo.map(
      ({ metodo, total_cents }): Line => [
        `${MORE.sold[lang]}: ${methodName(metodo, lang)}`,
        total_cents,
        'cents',
      ],
    ),
    ...ventas.por_iva.flatMap(({ tipo_porcentaje: rate, base_cents, iva_cents }): Line[] => [
      [`${words.base[lang]} ${rate} %`, base_cents, 'cents'],
      [`${words.tax[lang]} ${rate} %`, iva_cents, 'cents'],
    ]),
    [words.tips[lang], ventas.propina_cents, 'cents'],
    [MORE.unpaid[lang], ventas.sin_pagar_cents, 'cents'],
    [words.received[lang], cobros.cobrado_cents, 'cents'],
    [words.refunded[lang], cobros.reembolsado_cents, 'cents'],
    [words.net[lang], cobros.neto_cents, 'cents'],
    ...cobros.por_metodo.map(
      ({ metodo, neto_cents }): Line => [
        `${words.net[lang]}: ${methodName(metodo, lang)}`,
        neto_cents,
        'cents',
      ],
    ),
    [words.rest[lang], cuadre.resto_cents, 'cents'],
  ];
};

const shown = ([, value, kind]: Line): string =>
  kind === 'cents' ? (value / 100).toFixed(2).replace('.', ',') : String(value);

const SPECIAL = /[";\r\n]/;
/** A spreadsheet takes a text that begins with one of these for a formula; platforms name the methods. */
const FORMULA = /^[=\-@+\t]/;

const cell = (text: string): string => {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** As a file that Excel opens: the span on top, then a figure a line. */
export const cajaCsv = (caja: Caja, restaurante: string, lang: Lang): Buffer => {
  const rows = [
    [restaurante, `${caja.desde} – ${caja.hasta}`],
    ['', caja.moneda],
    ...cajaLines(caja, lang).map((line) => [line[0], shown(line)]),
  ];
  const lines = rows.map(([name = '', value = '']) => `${cell(name)};${value}\r\n`);
  return Buffer.from(`\uFEFF${lines.join('')}`);
};

/** A few lines for the text of a mail. */
export const cajaText = (caja: Caja, lang: Lang): string =>
  cajaLines(caja, lang)
    .map((line) => `${line[0]}: ${shown(line)}${line[2] === 'cents' ? ` ${caja.moneda}` : ''}`)
    .join('\n');
