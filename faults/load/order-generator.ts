import type { Comando, ComandoPedido } from '../../src/contract/comandos.ts';
import type { Estado, Tipo } from '../../src/contract/recursos/pedido.ts';
import { comando, sampleHistorial } from '../../test/support/samples.ts';
import type { OrderRef, SentCommand, SentCommands, Tag } from '../model/sent-commands.ts';
import type { Random } from '../random.ts';
import { makeBasket, makeDraft, makePast } from './drafts.ts';

/** An order that its sender may still change. */
interface Open {
  order: OrderRef;
  tipo: Tipo;
  estado: Estado;
  /** Whether the sender knows its id, which every further command needs. */
  isNamed: boolean;
}

const STATES: readonly Estado[] = [
  'confirmado',
  'en_preparacion',
  'listo',
  'en_reparto',
  'entregado',
];
const OPEN_MAX = 30;

interface OrderGeneratorDeps {
  sent: SentCommands;
  random: Random;
  restauranteId: string;
  /** Unique among generators. */
  name: string;
  nowMs(): number;
}

/** Generates plausible commands of a restaurant, all of which are accepted as long as nothing fails. */
export const makeOrderGenerator = ({
  sent,
  random,
  restauranteId,
  name,
  nowMs,
}: OrderGeneratorDeps) => {
  const open = new Map<OrderRef, Open>();
  let orders = 0;

  /** Common fields; the moment is sometimes left to the service. */
  const extra = ({ clave, detalle }: Tag) => ({
    restaurante_id: restauranteId,
    clave,
    detalle,
    origen: random.pick(['tpv', 'panel', 'api'] as const),
    ...(random.happens(0.8) && { momento: new Date(nowMs()).toISOString() }),
    ...(random.happens(0.3) && { usuario: 'Begoña' }),
  });

  const newName = (): string => {
    orders += 1;
    return `${name}${String(orders).padStart(5, '0')}`;
  };

  const create = (): SentCommand => {
    const draft = makeDraft(random, newName(), nowMs());
    const order: OrderRef = { pedidoId: draft.id ?? null, troubled: false };
    const isNamed = draft.id !== undefined;
    open.set(order, { order, tipo: draft.tipo, estado: 'pendiente', isNamed });
    return sent.add((tag) => comando.crear(draft, extra(tag)), order);
  };

  const importPast = (): SentCommand => {
    const past = makePast(random, newName(), nowMs());
    const order: OrderRef = { pedidoId: past.id ?? null, troubled: false };
    return sent.add((tag) => {
      const historial = sampleHistorial().map((each) => ({ ...each, detalle: tag.detalle }));
      const { clave } = tag;
      return comando.importar(past, historial, { restaurante_id: restauranteId, clave });
    }, order);
  };

  const on = ({ order }: Open, make: (pedidoId: string, tag: Tag) => ComandoPedido): SentCommand =>
    sent.add((tag) => make(order.pedidoId ?? '', tag), order);

  const advance = (each: Open): SentCommand => {
    const ahead = STATES.slice(STATES.indexOf(each.estado) + 1).filter(
      (estado) => estado !== 'en_reparto' || each.tipo === 'reparto',
    );
    const estado = random.happens(0.8) ? (ahead[0] ?? 'entregado') : random.pick(ahead);
    each.estado = estado;
    if (estado === 'entregado') open.delete(each.order);
    return on(each, (id, tag) => comando.avanzar(id, estado, extra(tag)));
  };

  const callOff = (each: Open): SentCommand => {
    open.delete(each.order);
    const rejects = each.estado === 'pendiente' && random.happens(0.5);
    const callsOff = rejects ? comando.rechazar : comando.cancelar;
    return on(each, (id, tag) => callsOff(id, extra(tag)));
  };

  const changeItems = (each: Open): SentCommand => {
    const { items, totales } = makeBasket(random, newName());
    return on(each, (id, tag) => comando.modificarItems(id, items, totales, extra(tag)));
  };

  const annotate = (each: Open): SentCommand =>
    on(each, (id, tag) => {
      const cambios: Comando<'pedido.anotar'>['cambios'] = random.happens(0.5)
        ? { instrucciones: `Nota ${tag.detalle.n}` }
        : { pago: { estado: 'pagado', referencia_externa: `ref-${tag.detalle.n}` } };
      return comando.anotar(id, cambios, extra(tag));
    });

  const next = (): SentCommand => {
    const usable = [...open.values()].filter(({ isNamed }) => isNamed);
    const isNew = usable.length === 0 || (open.size < OPEN_MAX && random.happens(0.35));
    if (isNew) return random.happens(0.05) ? importPast() : create();
    const each = random.pick(usable);
    const roll = random.float();
    if (roll < 0.65) return advance(each);
    if (roll < 0.75) return callOff(each);
    return roll < 0.87 ? changeItems(each) : annotate(each);
  };

  return {
    /** The next commands. */
    batch: (size: number): SentCommand[] => Array.from({ length: size }, next),
    /** Called after the answers: keeps orders whose ids are known and drops those in trouble. */
    settle(): void {
      for (const each of open.values()) {
        if (each.order.troubled) open.delete(each.order);
        else each.isNamed = each.order.pedidoId !== null;
      }
    },
  };
};
