import type { Totales } from '../../src/contract/recursos/importes.ts';
import type { ItemDraft } from '../../src/contract/recursos/item.ts';
import type { PedidoDraft } from '../../src/contract/recursos/pedido.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import { samplePedido, samplePedidoEntero, sampleTotales } from '../../test/support/samples.ts';
import type { Random } from '../random.ts';

/** More products than the top ten of a summary. */
const PRODUCTOS = 14;
const CLIENTES = 40;
/** Days into the past: within the longest period of the summary, but beyond the shorter ones. */
const DAYS_BACK = 9;

const makeItems = (random: Random, name: string): ItemDraft[] =>
  Array.from({ length: random.int(1, 3) }, (_, i) => {
    const producto = random.int(1, PRODUCTOS);
    const cantidad = random.int(1, 4);
    const unit = 300 + 95 * producto;
    const opciones = random.happens(0.5)
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

export const makeBasket = (random: Random, name: string) => {
  const items = makeItems(random, name);
  return { items, totales: makeTotales(items) };
};

/** An order to create. `name` is unique; half of the drafts bring their id, half their date. */
export const makeDraft = (random: Random, name: string, nowMs: number): PedidoDraft => {
  const tipo = random.pick(['reparto', 'recogida', 'mesa'] as const);
  const cliente = String(random.int(1, CLIENTES)).padStart(3, '0');
  return samplePedido({
    tipo,
    cliente: {
      nombre: `Clienta ${cliente}`,
      telefono: `+34 600 000 ${cliente}`,
      email: '',
      consintio_marketing: false,
    },
    ...makeBasket(random, name),
    ...(random.happens(0.5) && { id: `ped_${name}` }),
    ...(random.happens(0.5) && { creado_en: pastMoment(random, nowMs) }),
  });
};

/** A finished order to import. */
export const makePast = (random: Random, name: string, nowMs: number): PedidoDraft => {
  const { restaurante: _, ...past } = samplePedidoEntero({
    id: `ped_${name}`,
    // On a day of its own, so that numbers never collide.
    numero: `20200101-${random.int(1, 1_000_000)}`,
    creado_en: pastMoment(random, nowMs),
  });
  return { ...past, ...makeBasket(random, name) };
};

const pastMoment = (random: Random, nowMs: number): string =>
  new Date(nowMs - Math.floor(random.float() * DAYS_BACK * DAY_MS)).toISOString();
