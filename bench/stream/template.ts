import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { PedidoDraft } from '../../src/contract/recursos/pedido.ts';
import { comando, samplePedidoEntero } from '../../test/support/samples.ts';
import { ORDER_MARK, RESTAURANT_MARK } from './clients/protocol.ts';

const restaurante = { id: RESTAURANT_MARK, slug: 'bench', nombre: 'Casa Pepa' };
const pedido = samplePedidoEntero({
  id: `ped_bench_${ORDER_MARK}`,
  estado: 'pendiente',
  restaurante,
});

/** A command for a new order; the service adds its number and moment. */
export const commandTemplate = (): string => {
  const { numero: _numero, creado_en: _moment, restaurante: _own, ...given } = pedido;
  const draft: PedidoDraft = given;
  return `${JSON.stringify(comando.crear(draft, { restaurante_id: RESTAURANT_MARK }))}\n`;
};

/** The event of this command for servers that only pass it on: the same bytes, but for a few. */
export const eventTemplate = (): string => {
  const evento: Evento = {
    id: 'evt_0000000001abcdef0123456789',
    tipo: 'pedido.nuevo',
    creado_en: '2026-11-14T20:02:11.250Z',
    restaurante_id: RESTAURANT_MARK,
    secuencia: 100_000,
    datos: { pedido, cambios: Object.keys(pedido) as (keyof typeof pedido)[] },
  };
  return JSON.stringify(evento);
};
