import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Fecha } from '../../contract/dinero/fechas.ts';
import type { Restaurante } from '../../contract/recursos/restaurante.ts';
import { monthSpan, type Period } from '../../domain/money/closing/month.ts';
import {
  type ChangedPedido,
  type GatheredRows,
  gatherRows,
} from '../../domain/money/closing/rows.ts';
import { makeSeal } from '../../domain/money/closing/seal.ts';
import { UNFILTERED } from '../../domain/pedido/filtros.ts';
import { parseBody } from '../../storage/port/body.ts';
import type { Closing } from '../../storage/port/cierres.ts';
import type { SliceBy } from '../../storage/port/pedidos.ts';
import { auditEntry } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';

const SLICE_ORDERS = 100;
const ROWS_PER_READ = 1_000;

interface ClosingInput {
  restauranteId: string;
  /** `YYYY-MM`. */
  mes: string;
  fecha: Fecha;
}

type CreateOutcome = Closing | 'no_restaurant' | 'too_many' | { notOverUntilMs: number };

/** Why a closing does not prove what it says. */
export type Break = 'rows' | 'chain';

export const makeCierres = ({
  store,
  clock,
  mintId,
}: Pick<AdminDeps, 'store' | 'mintId'> & { clock: Pick<AdminDeps['clock'], 'now'> }) => {
  const { cierres, cuentas, log, pedidos } = store;

  const gather = async (
    restauranteId: string,
    period: Period,
    fecha: SliceBy['fecha'],
    gathered: GatheredRows,
  ): Promise<void> => {
    const range = { desde: period.desdeMs, hasta: period.hastaMs };
    const filter = { restauranteId, ...UNFILTERED, ...range };
    const by: SliceBy = { fecha, cambiado: null, withChange: true };
    for (let after = ''; ; ) {
      // SQLite answers at once: without it, nobody else would have a turn until the last slice.
      await nextTurn();
      const { lines, last } = await pedidos.slice(filter, after, SLICE_ORDERS, by);
      for (const line of Buffer.from(lines).toString().split('\n')) {
        if (line !== '') gathered.note(JSON.parse(line) as ChangedPedido);
      }
      if (last === null) return;
      after = last;
    }
  };

  const verify = async (closing: Closing, before: Closing | null): Promise<Break | null> => {
    const { restauranteId, id, anterior, sello } = closing;
    const hash = makeSeal(closing);
    for (let after = ''; ; ) {
      const rows = await cierres.rows(restauranteId, id, after, ROWS_PER_READ);
      for (const row of rows) hash.add(row);
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.pedidoId;
    }
    if (hash.end() !== sello) return 'rows';
    return anterior === (before?.sello ?? null) && closing.n === (before?.n ?? 0) + 1
      ? null
      : 'chain';
  };

  return {
    /** Closes a month that is over: seals what counts of each of its orders. */
    async create(
      { restauranteId, mes, fecha }: ClosingInput,
      actor: string,
    ): Promise<CreateOutcome> {
      const found = await cuentas.find(restauranteId);
      if (found === null) return 'no_restaurant';
      const { nombre, zonaHoraria: zona } = found.cuenta;
      const { moneda } = parseBody<Restaurante>(found.perfil);
      const period = { ...monthSpan(mes, zona), fecha };
      const creadoMs = clock.now();
      if (creadoMs < period.hastaMs) return { notOverUntilMs: period.hastaMs };
      // Before the first order is read: the transaction reads those again that change from here on.
      const { secuencia = 0 } = (await log.position(restauranteId)) ?? {};
      const gathered = gatherRows(period);
      // Payments of orders of other months count too; orders that were paid without an entry, by their creation.
      for (const by of new Set<SliceBy['fecha']>([fecha, 'creacion', 'cobro'])) {
        await gather(restauranteId, period, by, gathered);
      }
      const id = mintId('cierre', creadoMs);
      const head = { id, restauranteId, mes, zona, nombre, moneda, creadoMs, creadoPor: actor };
      return cierres.create({ ...head, ...period }, gathered, secuencia, ({ sello, sustituye }) => {
        const detalle = { mes, fecha, sello, ...(sustituye !== null && { sustituye }) };
        return auditEntry(
          'cierre.creado',
          { id, restauranteId },
          { actor, momentoMs: creadoMs, detalle },
        );
      });
    },
    /** The closings of a restaurant, oldest first. */
    async chain(restauranteId: string): Promise<Closing[]> {
      const newestFirst: Closing[] = [];
      for (let beforeN = Number.MAX_SAFE_INTEGER; ; ) {
        const page = await cierres.list(restauranteId, beforeN, ROWS_PER_READ);
        newestFirst.push(...page);
        const last = page.at(-1);
        if (last === undefined) return newestFirst.reverse();
        beforeN = last.n;
      }
    },
    verify,
  };
};
