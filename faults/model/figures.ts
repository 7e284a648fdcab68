import { isDeepStrictEqual } from 'node:util';
import { ESTADOS, type Pedido } from '../../src/contract/recursos/pedido.ts';
import type { Api } from '../clients/api.ts';

const PERIODOS = ['hoy', 'ayer', '7d', '30d', 'mes_actual'] as const;
const TOP = 10;

interface Resumen {
  desde: string;
  hasta: string;
  kpis: Record<string, unknown>;
  mix_tipo: Record<string, number>;
  top_productos: { producto_id: string }[];
}

/** Checks that the figures are the sums over the orders. */
export const checkFigures = async (api: Api, pedidos: readonly Pedido[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const periodo of PERIODOS) {
    const resumen = (await api.request(`/resumen?periodo=${periodo}`)).body as Resumen;
    const [from, to] = [Date.parse(resumen.desde), Date.parse(resumen.hasta)];
    const within = pedidos.filter(({ creado_en }) => {
      const ms = Date.parse(creado_en);
      return ms >= from && ms < to;
    });
    const { kpis, mix_tipo, top_productos } = resumen;
    const expected = addUp(within, String(kpis['moneda']));
    if (!isDeepStrictEqual({ kpis, mix_tipo, top_productos }, expected)) {
      const view = JSON.stringify({ kpis, mix_tipo, top_productos });
      problems.push(`summary of ${periodo}: ${view}, not ${JSON.stringify(expected)}`);
    }
  }
  for (const estado of ESTADOS) {
    const expected = pedidos.filter((pedido) => pedido.estado === estado).length;
    const counted = await api.count(`estado=${estado}`);
    if (counted !== expected) problems.push(`${counted} orders are ${estado}, not ${expected}`);
  }
  return problems;
};

const addUp = (pedidos: readonly Pedido[], moneda: string) => {
  const sold = pedidos.filter(({ estado }) => estado !== 'cancelado');
  const ventas = sold.reduce((sum, { totales }) => sum + totales.total_cents, 0);
  const count = (tipo: string) => sold.filter((pedido) => pedido.tipo === tipo).length;
  return {
    kpis: {
      pedidos_total: sold.length,
      pedidos_cancelados: pedidos.length - sold.length,
      clientes_distintos: new Set(sold.map(({ cliente }) => cliente.telefono)).size,
      ventas_cents: ventas,
      ticket_medio_cents: sold.length === 0 ? 0 : Math.floor(ventas / sold.length + 0.5),
      moneda,
    },
    mix_tipo: { reparto: count('reparto'), recogida: count('recogida'), mesa: count('mesa') },
    top_productos: topOf(sold),
  };
};

const topOf = (pedidos: readonly Pedido[]) => {
  const products = Map.groupBy(
    pedidos.flatMap(({ items }) => items),
    ({ producto_id }) => producto_id,
  );
  return [...products]
    .map(([producto_id, items]) => ({
      producto_id,
      nombre: items[0]?.nombre ?? '',
      unidades: items.reduce((sum, { cantidad }) => sum + cantidad, 0),
      ventas_cents: items.reduce((sum, { total_cents }) => sum + total_cents, 0),
    }))
    .sort(
      (a, b) =>
        b.ventas_cents - a.ventas_cents ||
        b.unidades - a.unidades ||
        (a.producto_id < b.producto_id ? -1 : 1),
    )
    .slice(0, TOP);
};
