import type { Restaurante } from '@comanda/client';
import { parseAnswer, readText } from '@comanda/client/internal';
import { quote } from '@comanda/command-line';
import { z } from 'zod';
import type { Context } from '../command.ts';
import { EVENT_FILTERS } from '../delivery/event-types.ts';
import { type Service, serviceNowMs } from '../service.ts';
import { ESTADOS, METODOS_PAGO, PERIODOS, TIPOS } from '../values.ts';
import { compactCarta, compactEvento, compactPedido } from './compact.ts';
import { readProductSales } from './product-sales.ts';

interface ToolContext extends Pick<Service, 'comanda' | 'http'>, Pick<Context, 'clock' | 'random'> {
  signal: AbortSignal;
}

/** The input is checked against the shape before `run` sees it. */
const tool = <S extends z.ZodRawShape>(spec: {
  name: string;
  title: string;
  description: string;
  input: S;
  run(input: z.infer<z.ZodObject<S>>, context: ToolContext): Promise<object>;
}) => ({
  ...spec,
  input: strictInput(spec.input),
  run: (input: object, context: ToolContext) => spec.run(input as never, context),
});

/** A misspelt filter that is ignored answers another question than the one that was asked. */
const strictInput = (shape: z.ZodRawShape): z.ZodObject => {
  const names = Object.keys(shape).join(', ') || 'none';
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown argument ${issue.keys.map(quote).join(', ')}: allowed are ${names}`
        : undefined,
  });
};

const PRODUCTS_MAX = 200;
const PAGE_MAX = 100;
const PAGE = 25;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2026-11-16');
const moment = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/, 'a day or time such as 2026-11-16T20:00');
const tipo = z.enum(TIPOS).exactOptional().describe('delivery, pick-up, table');
const estado = z
  .array(z.enum(ESTADOS))
  .exactOptional()
  .describe('only orders in one of these states; cancelado includes rejected orders');
const limite = (most: number, usual: number) => z.number().int().min(1).max(most).default(usual);

const PERIOD = {
  periodo: z
    .enum(PERIODOS)
    .exactOptional()
    .describe(
      'today, yesterday, today and the 6 or 29 days before, this month; or give desde and hasta',
    ),
  desde: day.exactOptional().describe("first day, in the restaurant's calendar; needs hasta"),
  hasta: day.exactOptional().describe('the day after the last one; at most 366 days after desde'),
};

export const TOOLS = [
  tool({
    name: 'restaurant',
    title: 'The restaurant',
    description:
      "The restaurant's profile (name, opening hours, currency, time zone) and its local date and time now. Ask this first when a question has words such as today or last week.",
    input: {},
    run: async (_, { http, clock, signal }) => {
      const response = await http.request('/restaurante', { signal });
      const restaurante = parseAnswer<Restaurante>(await readText(response), response.url);
      const nowMs = serviceNowMs(response, clock);
      return { ahora: localTime(nowMs, restaurante.zona_horaria), restaurante };
    },
  }),
  tool({
    name: 'sales_summary',
    title: 'Sales of a period',
    description:
      'Sales, number of orders, average order, customers, orders by type, and the ten best-selling products of a period of local days. Cancelled orders are left out. Amounts are in cents.',
    input: PERIOD,
    run: (input, { comanda, signal }) => comanda.resumen(input, { signal }),
  }),
  tool({
    name: 'cash_up',
    title: 'Cash up',
    description:
      'Sales by payment method, type and VAT rate, and what was received and given back by payment method, between two local days or times. For what should be in the drawer, card takings, VAT, tips, refunds, and what is not yet paid. Amounts are in cents.',
    input: {
      desde: moment.describe('first day, or local time in quarters of an hour'),
      hasta: moment.describe('the day after the last one, or local time; at most 366 days later'),
      fecha: z
        .enum(['creacion', 'factura', 'pago'])
        .exactOptional()
        .describe('by which date orders count: made (default), invoiced, last paid'),
      agrupar: z.enum(['dia', 'mes']).exactOptional().describe('also by day or by month'),
      corte: z
        .string()
        .regex(/^\d{2}:\d{2}$/)
        .exactOptional()
        .describe('local time at which days begin, 00:00 (default) to 12:00'),
    },
    run: (input, { comanda, signal }) => comanda.caja(input, { signal }),
  }),
  tool({
    name: 'product_sales',
    title: 'Sales by product',
    description:
      'What every product sold in a period of local days, best first: units, sales in cents, and in how many orders. For what sold best or worst, and for more than the ten products of sales_summary.',
    input: { ...PERIOD, tipo, limite: limite(PRODUCTS_MAX, PAGE).describe('how many products') },
    run: async ({ limite: count, ...query }, { comanda, ...context }) => {
      const sales = await readProductSales(comanda, query, context);
      const { productos } = sales;
      return { ...sales, productos_total: productos.length, productos: productos.slice(0, count) };
    },
  }),
  tool({
    name: 'list_orders',
    title: 'Orders',
    description:
      'Short summaries of orders, newest first; get_order returns one order in full. `siguiente` is the cursor of the next page, null at the end.',
    input: {
      estado,
      tipo,
      metodo_pago: z
        .string()
        .exactOptional()
        .describe(`payment method: ${METODOS_PAGO.join(', ')}, or another that the platform uses`),
      numero: z.string().exactOptional().describe('number of the order, such as 20261115-42'),
      factura: z.string().exactOptional().describe('invoice number'),
      telefono: z.string().exactOptional().describe("the customer's phone number"),
      email: z.string().exactOptional().describe("the customer's e-mail"),
      desde: z
        .string()
        .exactOptional()
        .describe(
          "only orders created since this day of the restaurant's calendar, or time with its offset: 2026-11-16T20:00:00+01:00",
        ),
      hasta: z.string().exactOptional().describe('only orders created before this day or time'),
      limite: limite(PAGE_MAX, PAGE),
      cursor: z
        .string()
        .exactOptional()
        .describe('the `siguiente` of the page before, with the same filters'),
    },
    run: async (input, { comanda, signal }) => {
      const [desde, hasta] = await Promise.all(
        [input.desde, input.hasta].map((each) => atMidnight(comanda, each, signal)),
      );
      const range = { ...(desde && { desde }), ...(hasta && { hasta }) };
      const { datos, paginacion } = await comanda.pedidos.list({ ...input, ...range }, { signal });
      const { siguiente, total_aprox } = paginacion;
      return { total_aprox, siguiente, pedidos: datos.map(compactPedido) };
    },
  }),
  tool({
    name: 'get_order',
    title: 'One order',
    description:
      'One order in full: customer, address, lines, totals, VAT, payments, delivery, invoice.',
    input: { id: z.string().describe('the id of the order, ped_…') },
    run: ({ id }, { comanda, signal }) => comanda.pedidos.get(id, { signal }),
  }),
  tool({
    name: 'order_history',
    title: "One order's history",
    description: 'Everything that was done to one order, when, from where and by whom.',
    input: { id: z.string().describe('the id of the order, ped_…') },
    run: ({ id }, { comanda, signal }) => comanda.pedidos.history(id, { signal }),
  }),
  tool({
    name: 'list_events',
    title: 'Changes of orders',
    description:
      'Short summaries of the changes of orders in the last 30 days, oldest first. Set despues_de to the id of an event, or omit it to start with the oldest event that is kept; continue with `siguiente` until it stays the same.',
    input: {
      despues_de: z
        .string()
        .exactOptional()
        .describe(
          'only events after this one, evt_…; "ultimo" returns no event, and the current position',
        ),
      eventos: z.array(z.enum(EVENT_FILTERS)).exactOptional().describe('only these types'),
      limite: limite(PAGE_MAX, PAGE),
    },
    run: async (input, { comanda, signal }) => {
      const { datos, paginacion } = await comanda.eventos.list(input, { signal });
      return { siguiente: paginacion.siguiente, eventos: datos.map(compactEvento) };
    },
  }),
  tool({
    name: 'menu',
    title: 'The menu',
    description:
      'Categories and products with their prices in cents, sizes, allergens, and whether they are available.',
    input: {
      solo_disponibles: z.boolean().default(false).describe('leave out what is sold out or hidden'),
      detalle: z.boolean().default(false).describe('with option groups and everything else'),
    },
    run: async ({ solo_disponibles, detalle }, { comanda, signal }) => {
      const carta = await comanda.carta({ solo_disponibles }, { signal });
      return detalle ? carta : compactCarta(carta);
    },
  }),
  tool({
    name: 'delivery_zones',
    title: 'Delivery zones',
    description:
      'Where the restaurant delivers: fee and minimum in cents, minutes, whether it is active. Outlines are left out.',
    input: {},
    run: async (_, { comanda, signal }) => {
      const { datos } = await comanda.zonas({ signal });
      return { zonas: datos.map(({ poligono: _outline, ...zona }) => zona) };
    },
  }),
];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day as the moment at which it begins in the restaurant, of which the summary knows; other texts as they are. */
const atMidnight = async (
  comanda: ToolContext['comanda'],
  text: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const ms = DAY.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  if (text === undefined || Number.isNaN(ms)) return text;
  const next = new Date(ms + 86_400_000).toISOString().slice(0, 10);
  return (await comanda.resumen({ desde: text, hasta: next }, { signal })).desde;
};

const localTime = (nowMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'long' }).format(
    nowMs,
  );
