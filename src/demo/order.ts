import { PREFIX } from '../contract/ids.ts';
import type { Origen } from '../contract/recursos/historial.ts';
import type { Item, PedidoDraft, Tipo } from '../contract/recursos/pedido.ts';
import { isoTimestamp } from '../domain/pedido/pedido.ts';
import { makeBill } from './bill.ts';
import { localMoment, minuteOf } from './calendar.ts';
import { type Chance, makeChance } from './chance.ts';
import type { Plato } from './menu.ts';
import { ownPedidoId } from './own-ids.ts';
import { makePeople, type Persona } from './people.ts';
import type { Place } from './places/place.ts';

type Fuente = PedidoDraft['fuente'];
type Metodo = 'efectivo' | 'tarjeta' | 'online';

/** A draft with what an order of the demo always has. */
export type Nuevo = PedidoDraft & { id: string; creado_en: string; items: Item[] };

const MINUTE_MS = 60_000;
const COUPON = 0.1;

const FUENTES: Record<Tipo, Partial<Record<Fuente, number>>> = {
  reparto: { web_publica: 76, manual: 16, tpv: 6, admin: 2 },
  recogida: { web_publica: 55, tpv: 28, manual: 16, admin: 1 },
  mesa: { tpv: 84, web_publica: 16 },
};

/** Who tells the platform of an order that came in this way. */
export const ORIGEN_OF: Record<Fuente, Origen> = {
  web_publica: 'sistema',
  tpv: 'tpv',
  manual: 'panel',
  admin: 'panel',
};

const INSTRUCCIONES = [
  'Sin cebolla, por favor.',
  'El telefonillo no funciona: llamen al llegar.',
  'Dejar en portería.',
  'Alergia a los frutos secos.',
  'Cubiertos para tres, gracias.',
  'Que esté bien caliente 🙏',
  'Si puede ser, pan aparte.',
];

const weightedKey = <K extends string>(
  chance: Chance,
  weights: Readonly<Partial<Record<K, number>>>,
): K => {
  const [key] = chance.weighted(Object.entries(weights) as [K, number][], ([, weight]) => weight);
  return key;
};

/** Thinks up the orders of a restaurant: which one comes in at a moment follows from the seed. */
export const makeOrders = (seed: string, place: Place) => {
  const { perfil } = place;
  const people = makePeople(seed, place);
  const bill = makeBill(place);

  /** What can be asked for at a moment: menus of the day and rice are not always on. */
  const servedAt = (ms: number) => {
    const { dia, minuto } = localMoment(perfil.zona_horaria, ms);
    return place.secciones
      .filter(({ categoria: { activa, visible_dias, visible_horario } }) => {
        const onTime =
          visible_horario === null ||
          visible_horario.some((t) => minuto >= minuteOf(t.desde) && minuto < minuteOf(t.hasta));
        return activa && visible_dias.includes(dia) && onTime;
      })
      .map(({ platos, peso }) => ({
        peso,
        platos: platos.filter(({ producto }) => producto.disponible),
      }));
  };

  /** So many different lines, and more if they do not reach what a delivery has to cost. */
  const chooseItems = (
    chance: Chance,
    {
      id,
      creadoMs,
      lines,
      minimoCents,
    }: { id: string; creadoMs: number; lines: number; minimoCents: number },
  ): Item[] => {
    const served = servedAt(creadoMs);
    const items = new Map<Plato, Item>();
    let cents = 0;
    while (items.size < lines || cents < minimoCents) {
      const { platos } = chance.weighted(served, ({ peso }) => peso);
      const dish = chance.weighted(platos, ({ peso }) => peso);
      if (items.has(dish)) continue;
      const cantidad = chance.happens(0.25) ? 2 : 1;
      const item = itemOf(
        chance,
        `${id.slice(PREFIX.pedido.length)}_${items.size + 1}`,
        dish,
        cantidad,
      );
      items.set(dish, item);
      cents += item.total_cents;
    }
    return [...items.values()];
  };

  /** The order that comes in at a moment. `ahead` allows one that is for later. */
  const orderAt = (creadoMs: number, { ahead }: { ahead: boolean }): Nuevo => {
    const id = ownPedidoId(seed, perfil.id, creadoMs);
    const chance = makeChance(`${seed}|${id}`);
    const tipo = weightedKey(chance, place.reparto);
    const fuente = weightedKey(chance, FUENTES[tipo]);
    const person = people.choose(chance);
    const isKnown = tipo !== 'mesa' || fuente === 'web_publica';
    const isDelivered = tipo === 'reparto';
    const { zona } = person.barrio;
    const items = chooseItems(chance, {
      id,
      creadoMs,
      lines: chance.between(2, tipo === 'mesa' ? 6 : 4),
      minimoCents: isDelivered ? zona.pedido_minimo_cents : 0,
    });
    const subtotal = items.reduce((sum, { total_cents }) => sum + total_cents, 0);
    const metodo = methodOf(chance, tipo, fuente, person);
    const hasCoupon = fuente === 'web_publica' && chance.happens(0.12);
    const totales = bill({
      tipo,
      items,
      descuentoCents: hasCoupon ? Math.round(subtotal * COUPON) : 0,
      tarifaCents: isDelivered ? zona.tarifa_cents : 0,
      propinaCents: metodo !== 'efectivo' && chance.happens(0.22) ? chance.between(1, 6) * 50 : 0,
    });
    const creado_en = isoTimestamp(creadoMs);
    const comensales = chance.between(1, 6);
    const mesa = { numero: String(chance.between(1, place.mesas)), comensales };
    const wait = chance.between(4, 10) * 15 * MINUTE_MS;
    const isAhead = chance.happens(0.07) && tipo !== 'mesa' && ahead;
    return {
      id,
      tipo,
      fuente,
      creado_en,
      programado_para: isAhead ? isoTimestamp(creadoMs - (creadoMs % MINUTE_MS) + wait) : null,
      cliente: isKnown ? person.cliente : { ...NOBODY, nombre: `Mesa ${mesa.numero}` },
      direccion: isDelivered ? person.direccion : null,
      mesa: tipo === 'mesa' ? mesa : null,
      items,
      totales,
      pago: paymentOf(chance, metodo, totales.total_cents, creado_en),
      entrega: isDelivered ? deliveryOf(person) : null,
      instrucciones: tipo !== 'mesa' && chance.happens(0.18) ? chance.pick(INSTRUCCIONES) : null,
    };
  };

  return { orderAt };
};
export type Orders = ReturnType<typeof makeOrders>;

const NOBODY = { nombre: '', telefono: '', email: '', consintio_marketing: false };

const itemOf = (chance: Chance, key: string, { producto }: Plato, cantidad: number): Item => {
  const usual = producto.tamaños.findIndex(({ predeterminado }) => predeterminado);
  const size =
    producto.tamaños.length === 0 || chance.happens(0.5)
      ? producto.tamaños[usual]
      : chance.pick(producto.tamaños);
  const opciones = producto.grupos_opcion.flatMap((grupo) => {
    const count = chance.happens(0.6) ? grupo.min_seleccion : Math.min(1, grupo.max_seleccion);
    return shuffled(chance, grupo.opciones)
      .slice(0, count)
      .map(({ nombre, precio_cents }) => ({
        grupo: grupo.nombre,
        nombre,
        cantidad: 1,
        precio_cents,
      }));
  });
  const precio = size?.precio_cents ?? producto.precio_cents;
  const extra = opciones.reduce((sum, { precio_cents }) => sum + precio_cents, 0);
  return {
    id: `itm_${key}`,
    producto_id: producto.id,
    nombre: producto.nombre,
    tamaño: size?.nombre ?? 'Única',
    cantidad,
    precio_unitario_cents: precio,
    opciones_total_cents: extra,
    total_cents: cantidad * (precio + extra),
    estado_cocina: 'pendiente',
    opciones: opciones.map((opcion, i) => ({ id: `opc_${key}_${i + 1}`, ...opcion })),
  };
};

const shuffled = <T>(chance: Chance, list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, key: chance.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

const methodOf = (chance: Chance, tipo: Tipo, fuente: Fuente, { pagaOnline }: Persona): Metodo => {
  if (fuente === 'web_publica' && pagaOnline) return 'online';
  return chance.happens(tipo === 'mesa' ? 0.7 : 0.5) ? 'tarjeta' : 'efectivo';
};

/** What is paid online is paid with the order; the rest at the table, the counter or the door. */
const paymentOf = (
  chance: Chance,
  metodo: Metodo,
  importe_cents: number,
  momento: string,
): PedidoDraft['pago'] => {
  const number = String(chance.between(0, 99_999_999)).padStart(8, '0');
  if (metodo !== 'online') {
    const byCard = metodo === 'tarjeta';
    return {
      metodo,
      estado: 'pendiente',
      proveedor: byCard ? 'redsys' : 'caja',
      referencia_externa: byCard ? `tpv-${number}` : '',
      pagos: [],
    };
  }
  const referencia_externa = `pi_demo_${number}`;
  return {
    metodo,
    estado: 'pagado',
    proveedor: 'stripe',
    referencia_externa,
    pagos: [{ metodo, importe_cents, estado: 'pagado', referencia_externa, momento }],
  };
};

const deliveryOf = ({ barrio: { zona } }: Persona): NonNullable<PedidoDraft['entrega']> => ({
  repartidor_nombre: null,
  zona_id: zona.id,
  zona_nombre: zona.nombre,
  tarifa_cents: zona.tarifa_cents,
});
