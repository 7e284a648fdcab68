import type { Comando, ComandoPedido } from '../../src/contract/comandos.ts';
import type { Estado, Tipo } from '../../src/contract/recursos/pedido.ts';
import { comando, sampleHistorial } from '../../test/support/samples.ts';
import type { Chance } from '../chance.ts';
import type { Entry, Ledger, OrderRef, Tag } from '../model/ledger.ts';
import { makeBasket, makeDraft, makePast } from './drafts.ts';

/** An order that its sender still has something to do with. */
interface Open {
  order: OrderRef;
  tipo: Tipo;
  estado: Estado;
  /** Commands of it that are under way: without an id, nothing more can be said about it. */
  isNamed: boolean;
}

const LINE: readonly Estado[] = [
  'confirmado',
  'en_preparacion',
  'listo',
  'en_reparto',
  'entregado',
];
const OPEN_MAX = 30;

export interface LifeDeps {
  ledger: Ledger;
  chance: Chance;
  restauranteId: string;
  /** Nobody else's. */
  name: string;
  nowMs(): number;
}

/** Invents what happens at a restaurant: commands that are right as long as nothing goes wrong. */
export const makeLife = ({ ledger, chance, restauranteId, name, nowMs }: LifeDeps) => {
  const open = new Map<OrderRef, Open>();
  let orders = 0;

  /** What every command carries; the moment is sometimes left to the service. */
  const extra = ({ clave, detalle }: Tag) => ({
    restaurante_id: restauranteId,
    clave,
    detalle,
    origen: chance.pick(['tpv', 'panel', 'api'] as const),
    ...(chance.happens(0.8) && { momento: new Date(nowMs()).toISOString() }),
    ...(chance.happens(0.3) && { usuario: 'Begoña' }),
  });

  const newName = (): string => {
    orders += 1;
    return `${name}${String(orders).padStart(5, '0')}`;
  };

  const create = (): Entry => {
    const draft = makeDraft(chance, newName(), nowMs());
    const order: OrderRef = { pedidoId: draft.id ?? null, troubled: false };
    const isNamed = draft.id !== undefined;
    open.set(order, { order, tipo: draft.tipo, estado: 'pendiente', isNamed });
    return ledger.note((tag) => comando.crear(draft, extra(tag)), order);
  };

  const bringPast = (): Entry => {
    const past = makePast(chance, newName(), nowMs());
    const order: OrderRef = { pedidoId: past.id ?? null, troubled: false };
    return ledger.note((tag) => {
      const historial = sampleHistorial().map((each) => ({ ...each, detalle: tag.detalle }));
      const { clave } = tag;
      return comando.importar(past, historial, { restaurante_id: restauranteId, clave });
    }, order);
  };

  const on = ({ order }: Open, make: (pedidoId: string, tag: Tag) => ComandoPedido): Entry =>
    ledger.note((tag) => make(order.pedidoId ?? '', tag), order);

  const advance = (each: Open): Entry => {
    const ahead = LINE.slice(LINE.indexOf(each.estado) + 1).filter(
      (estado) => estado !== 'en_reparto' || each.tipo === 'reparto',
    );
    const estado = chance.happens(0.8) ? (ahead[0] ?? 'entregado') : chance.pick(ahead);
    each.estado = estado;
    if (estado === 'entregado') open.delete(each.order);
    return on(each, (id, tag) => comando.avanzar(id, estado, extra(tag)));
  };

  const callOff = (each: Open): Entry => {
    open.delete(each.order);
    const rejects = each.estado === 'pendiente' && chance.happens(0.5);
    const callsOff = rejects ? comando.rechazar : comando.cancelar;
    return on(each, (id, tag) => callsOff(id, extra(tag)));
  };

  const changeItems = (each: Open): Entry => {
    const { items, totales } = makeBasket(chance, newName());
    return on(each, (id, tag) => comando.modificarItems(id, items, totales, extra(tag)));
  };

  const annotate = (each: Open): Entry =>
    on(each, (id, tag) => {
      const cambios: Comando<'pedido.anotar'>['cambios'] = chance.happens(0.5)
        ? { instrucciones: `Nota ${tag.detalle.n}` }
        : { pago: { estado: 'pagado', referencia_externa: `ref-${tag.detalle.n}` } };
      return comando.anotar(id, cambios, extra(tag));
    });

  const next = (): Entry => {
    const usable = [...open.values()].filter(({ isNamed }) => isNamed);
    const isNew = usable.length === 0 || (open.size < OPEN_MAX && chance.happens(0.35));
    if (isNew) return chance.happens(0.05) ? bringPast() : create();
    const each = chance.pick(usable);
    const roll = chance.float();
    if (roll < 0.65) return advance(each);
    if (roll < 0.75) return callOff(each);
    return roll < 0.87 ? changeItems(each) : annotate(each);
  };

  return {
    /** What happens next, several things in a row. */
    batch: (size: number): Entry[] => Array.from({ length: size }, next),
    /** The answers are in: orders whose ids were told may go on, those in trouble are left alone. */
    settle(): void {
      for (const each of open.values()) {
        if (each.order.troubled) open.delete(each.order);
        else each.isNamed = each.order.pedidoId !== null;
      }
    },
  };
};
