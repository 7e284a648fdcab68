import type { ItemDraft, PedidoDraft, Totales } from '../../src/contract/recursos/pedido.ts';
import { samplePedido, samplePedidoEntero, sampleTotales } from '../../test/support/samples.ts';
import type { Chance } from '../chance.ts';

/** More than a summary shows, so that the best of them have to be found. */
const PRODUCTOS = 14;
const CLIENTES = 40;
const DAY_MS = 86_400_000;
/** Within the longest period that is checked, and past the shorter ones. */
const DAYS_BACK = 9;

const makeItems = (chance: Chance, name: string): ItemDraft[] =>
  Array.from({ length: chance.int(1, 3) }, (_, i) => {
    const producto = chance.int(1, PRODUCTOS);
    const cantidad = chance.int(1, 4);
    const unit = 300 + 95 * producto;
    const opciones = chance.happens(0.5)
      ? [
          {
            id: `opc_${name}_${i}`,
            grupo: 'Extras',
            nombre: 'Queso',
            cantidad: 1,
            precio_cents: 70,
          },
        ]
      : [];
    const extra = opciones.length * 70;
    return {
      id: `itm_${name}_${i}`,
      producto_id: `prod_${producto}`,
      nombre: `Plato n.º ${producto}`,
      tamaño: 'Única',
      cantidad,
      precio_unitario_cents: unit,
      opciones_total_cents: extra,
      total_cents: cantidad * (unit + extra),
      estado_cocina: 'pendiente',
      opciones,
    };
  });

const makeTotales = (items: readonly ItemDraft[]): Totales => {
  const subtotal = items.reduce((sum, item) => sum + item.total_cents, 0);
  return sampleTotales({ subtotal_cents: subtotal, total_cents: subtotal + 299 });
};

export const makeBasket = (chance: Chance, name: string) => {
  const items = makeItems(chance, name);
  return { items, totales: makeTotales(items) };
};

/** An order to create. `name` is nobody else's; half of them bring their id, half their date. */
export const makeDraft = (chance: Chance, name: string, nowMs: number): PedidoDraft => {
  const tipo = chance.pick(['reparto', 'recogida', 'mesa'] as const);
  const cliente = String(chance.int(1, CLIENTES)).padStart(3, '0');
  return samplePedido({
    tipo,
    cliente: {
      nombre: `Clienta ${cliente}`,
      telefono: `+34 600 000 ${cliente}`,
      email: '',
      consintio_marketing: false,
    },
    ...makeBasket(chance, name),
    ...(chance.happens(0.5) && { id: `ped_${name}` }),
    ...(chance.happens(0.5) && { creado_en: pastMoment(chance, nowMs) }),
  });
};

/** A finished order of the past, as the service is to keep it but for the restaurant's own fields. */
export const makePast = (chance: Chance, name: string, nowMs: number): PedidoDraft => {
  const { restaurante: _, ...past } = samplePedidoEntero({
    id: `ped_${name}`,
    // Of a day that nothing else is numbered on.
    numero: `20200101-${chance.int(1, 1_000_000)}`,
    creado_en: pastMoment(chance, nowMs),
  });
  return { ...past, ...makeBasket(chance, name) };
};

const pastMoment = (chance: Chance, nowMs: number): string =>
  new Date(nowMs - Math.floor(chance.float() * DAYS_BACK * DAY_MS)).toISOString();
