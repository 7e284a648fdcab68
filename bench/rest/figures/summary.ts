import type { Figure } from '../../support/report.ts';
import { costsOf } from '../cost.ts';
import { BIG, SMALL } from '../orders.ts';
import type { Scene } from '../scene.ts';

const PATH = '/resumen?periodo=30d';

/** The summary of 30 days with many orders in them, beside the one with few. */
export const summaries = async (scene: Scene): Promise<Figure> => {
  const questions = [BIG, SMALL].map((restauranteId) => ({ restauranteId, path: PATH }));
  const [big = Number.NaN, small = Number.NaN] = await costsOf('summary', scene, questions);
  const [bigOrders, smallOrders] = [await orders(scene, BIG), await orders(scene, SMALL)];
  return {
    name: `summary of 30 days, ${bigOrders} orders beside ${smallOrders}`,
    ours: `${Math.round(big)} µs of processor`,
    peer: `${Math.round(small)} µs`,
    ratio: big / small,
    target: 2,
    atMost: true,
  };
};

const orders = async ({ client, ask }: Scene, restauranteId: string): Promise<string> => {
  const [request] = await ask([{ restauranteId, path: PATH }]);
  const { kpis } = JSON.parse((await client.get(request)).body.toString());
  return (kpis.pedidos_total + kpis.pedidos_cancelados).toLocaleString('en');
};
