import { PREFIX } from '../contract/ids.ts';
import type { Item } from '../contract/recursos/item.ts';
import type { PedidoDraft, Tipo } from '../contract/recursos/pedido.ts';
import { isoTimestamp, MINUTE_MS } from '../domain/time.ts';
import { localMoment, minuteOf } from './arrivals.ts';
import { makeBill } from './bill.ts';
import { type Chance, makeChance } from './chance.ts';
import type { Plato } from './menu.ts';
import { ownPedidoId } from './own-ids.ts';
import { makePeople, type Persona } from './people.ts';
import type { Place } from './places/place.ts';

type Fuente = PedidoDraft['fuente'];
type Metodo = 'efectivo' | 'tarjeta' | 'online';

export type Nuevo = PedidoDraft & { id: string; creado_en: string; items: Item[] };

const COUPON = 0.1;

const FUENTES: Record<Tipo, Partial<Record<Fuente, number>>> = {
  reparto: { web_publica: 76, manual: 16, tpv: 6, admin: 2 },
  recogida: { web_publica: 55, tpv: 28, manual: 16, admin: 1 },
  mesa: { tpv: 84, web_publica: 16 },
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

const NOBODY = { telefono: '', email: '', consintio_marketing: false };

export const makeOrders = (seed: string, place: Place) => {
  const { perfil } = place;
  const choosePerson = makePeople(seed, place);
  const bill = makeBill(place);

  /** The order that comes in at a moment. `ahead` allows one that is for later. */
  return (creadoMs: number, { ahead }: { ahead: boolean }): Nuevo => {
    const id = ownPedidoId(seed, perfil.id, creadoMs);
    const chance = makeChance(`${seed}|${id}`);
    const tipo = chance.weightedKey(place.tipos);
    const fuente = chance.weightedKey(FUENTES[tipo]);
    const person = choosePerson(chance);
    const { zona } = person.barrio;
    const isTable = tipo === 'mesa';
    const isDelivered = tipo === 'reparto';
    const items = chooseItems(chance, {
      key: id.slice(PREFIX.pedido.length),
      menu: servedAt(place, creadoMs),
      lines: chance.between(2, isTable ? 6 : 4),
      minimoCents: isDelivered ? zona.pedido_minimo_cents : 0,
    });
    const metodo = chooseMethod(chance, tipo, fuente, person);
    const hasCoupon = fuente === 'web_publica' && chance.happens(0.12);
    const totales = bill({
      tipo,
      items,
      descuento: hasCoupon ? COUPON : 0,
      tarifaCents: isDelivered ? zona.tarifa_cents : 0,
      propinaCents: metodo !== 'efectivo' && chance.happens(0.22) ? chance.between(1, 6) * 50 : 0,
    });
    const creado_en = isoTimestamp(creadoMs);
    const numero = String(chance.between(1, place.mesas));
    const isKnown = !isTable || fuente === 'web_publica';
    const forLaterMs = creadoMs - (creadoMs % MINUTE_MS) + chance.between(4, 10) * 15 * MINUTE_MS;
    const isForLater = ahead && !isTable && chance.happens(0.07);
    return {
      id,
      tipo,
      fuente,
      creado_en,
      programado_para: isForLater ? isoTimestamp(forLaterMs) : null,
      cliente: isKnown ? person.cliente : { nombre: `Mesa ${numero}`, ...NOBODY },
      direccion: isDelivered ? person.direccion : null,
      mesa: isTable ? { numero, comensales: chance.between(1, 6) } : null,
      items,
      totales,
      pago: paymentOf(chance, metodo, totales.total_cents, creado_en),
      entrega: isDelivered
        ? {
            repartidor_nombre: null,
            zona_id: zona.id,
            zona_nombre: zona.nombre,
            tarifa_cents: zona.tarifa_cents,
          }
        : null,
      instrucciones: !isTable && chance.happens(0.18) ? chance.pick(INSTRUCCIONES) : null,
    };
  };
};

type Served = { peso: number; platos: Plato[] };

const servedAt = (place: Place, ms: number): Served[] => {
  const { dia, minuto } = localMoment(place, ms);
  return place.secciones
    .filter(({ categoria: { activa, visible_dias, visible_horario } }) => {
      const isOnTime = visible_horario?.some(
        ({ desde, hasta }) => minuto >= minuteOf(desde) && minuto < minuteOf(hasta),
      );
      return activa && visible_dias.includes(dia) && (isOnTime ?? true);
    })
    .map(({ platos, peso }) => ({ peso, platos: platos.filter((p) => p.producto.disponible) }));
};

interface ItemsInput {
  key: string;
  menu: readonly Served[];
  lines: number;
  minimoCents: number;
}

/** Chooses `lines` different items, and more until they reach the minimum of a delivery. */
const chooseItems = (chance: Chance, { key, menu, lines, minimoCents }: ItemsInput): Item[] => {
  const items = new Map<Plato, Item>();
  let cents = 0;
  while (items.size < lines || cents < minimoCents) {
    const { platos } = chance.weighted(menu, ({ peso }) => peso);
    const plato = chance.weighted(platos, ({ peso }) => peso);
    if (items.has(plato)) continue;
    const item = itemOf(chance, `${key}_${items.size + 1}`, plato);
    items.set(plato, item);
    cents += item.total_cents;
  }
  return [...items.values()];
};

const itemOf = (chance: Chance, key: string, { producto }: Plato): Item => {
  const { tamaños } = producto;
  const tamaño = tamaños.length > 0 && chance.happens(0.5) ? chance.pick(tamaños) : tamaños[0];
  const opciones = producto.grupos_opcion.flatMap(({ nombre: grupo, ...limits }) => {
    const count = chance.happens(0.6) ? limits.min_seleccion : Math.min(1, limits.max_seleccion);
    const first = chance.between(0, limits.opciones.length - 1);
    const chosen = [...limits.opciones.slice(first), ...limits.opciones.slice(0, first)];
    return chosen
      .slice(0, count)
      .map(({ nombre, precio_cents }) => ({ grupo, nombre, cantidad: 1, precio_cents }));
  });
  const cantidad = chance.happens(0.25) ? 2 : 1;
  const precio = tamaño?.precio_cents ?? producto.precio_cents;
  const extra = opciones.reduce((sum, { precio_cents }) => sum + precio_cents, 0);
  return {
    id: `itm_${key}`,
    producto_id: producto.id,
    nombre: producto.nombre,
    tamaño: tamaño?.nombre ?? 'Única',
    cantidad,
    precio_unitario_cents: precio,
    opciones_total_cents: extra,
    total_cents: cantidad * (precio + extra),
    estado_cocina: 'pendiente',
    opciones: opciones.map((opcion, i) => ({ id: `opc_${key}_${i + 1}`, ...opcion })),
  };
};

const chooseMethod = (
  chance: Chance,
  tipo: Tipo,
  fuente: Fuente,
  { pagaOnline }: Persona,
): Metodo => {
  if (fuente === 'web_publica' && pagaOnline) return 'online';
  return chance.happens(tipo === 'mesa' ? 0.7 : 0.5) ? 'tarjeta' : 'efectivo';
};

/** An online order is paid at once, any other at the table, the counter or the door. */
const paymentOf = (
  chance: Chance,
  metodo: Metodo,
  importe_cents: number,
  momento: string,
): PedidoDraft['pago'] => {
  const number = String(chance.between(0, 99_999_999)).padStart(8, '0');
  const estado = metodo === 'online' ? 'pagado' : 'pendiente';
  const [proveedor, referencia_externa] = {
    online: ['stripe', `pi_demo_${number}`],
    tarjeta: ['redsys', `tpv-${number}`],
    efectivo: ['caja', ''],
  }[metodo] as [string, string];
  const cobro = { metodo, importe_cents, estado, referencia_externa, momento };
  const pagos = metodo === 'online' ? [cobro] : [];
  return { metodo, estado, proveedor, referencia_externa, pagos };
};
