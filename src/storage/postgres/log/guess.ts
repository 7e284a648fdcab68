import type { ComandoPedido } from '../../../contract/comandos.ts';
import type { StoredPedido } from '../../../domain/log/batch.ts';
import { readNumero } from '../../../domain/pedido/numero.ts';
import type { Dia } from '../../../domain/resumen/dias.ts';
import { clientKey } from '../../../domain/resumen/resumen.ts';
import { DAY_MS } from '../../../domain/time.ts';

/**
 * What a batch will need can only be known once its account is read, behind the lock. These guesses
 * are wide enough to be right in any zone, so that all can be read together with the lock.
 */
const HOUR_MS = 3_600_000;
/** The clocks of the world today: from twelve hours behind UTC to fourteen before it. */
const ZONE_BEHIND_MS = 12 * HOUR_MS;
const ZONE_AHEAD_MS = 14 * HOUR_MS;

/** The days that the batch may number. */
export const possibleDays = (comandos: readonly ComandoPedido[], now: number): Set<Dia> => {
  const days = new Set<Dia>();
  let seenFrom = 0;
  let seenTo = -1;
  for (const comando of comandos) {
    if (!('pedido' in comando)) continue;
    const given = readNumero(comando.pedido.numero);
    if (given !== null) days.add(given.dia);
    const ms = creationOf(comando, now);
    const from = Math.floor((ms - ZONE_BEHIND_MS) / DAY_MS);
    const to = Math.floor((ms + ZONE_AHEAD_MS) / DAY_MS);
    // Orders come in near-time order: most fall where the one before them did.
    if (from === seenFrom && to === seenTo) continue;
    seenFrom = from;
    seenTo = to;
    for (let day = from; day <= to; day += 1) days.add(isoDay(day));
  }
  return days;
};

/** The clients whose days the batch may change, each with the first such day. */
export const possibleVisits = (
  comandos: readonly ComandoPedido[],
  now: number,
  known: (pedidoId: string) => StoredPedido | undefined,
): Map<string, Dia> => {
  const first = new Map<string, number>();
  const note = (cliente: string | null, ms: number) => {
    if (cliente === null) return;
    const day = Math.floor((ms - ZONE_BEHIND_MS) / DAY_MS);
    first.set(cliente, Math.min(day, first.get(cliente) ?? day));
  };
  for (const comando of comandos) {
    if ('pedido' in comando) {
      note(clientKey(comando.pedido.cliente), creationOf(comando, now));
    } else if (comando.op === 'pedido.cancelar' || comando.op === 'pedido.rechazar') {
      const pedido = known(comando.pedido_id)?.pedido;
      if (pedido !== undefined) note(clientKey(pedido.cliente), Date.parse(pedido.creado_en));
    }
  }
  return new Map([...first].map(([cliente, day]) => [cliente, isoDay(day)]));
};

const creationOf = (comando: ComandoPedido & { pedido: { creado_en?: string } }, now: number) => {
  const creado = comando.pedido.creado_en ?? comando.momento;
  return creado === undefined ? now : Date.parse(creado);
};

const isoDay = (utcDay: number): Dia =>
  Temporal.Instant.fromEpochMilliseconds(utcDay * DAY_MS)
    .toZonedDateTimeISO('UTC')
    .toPlainDate()
    .toString();
