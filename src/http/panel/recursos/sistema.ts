import type * as Panel from '../../../contract/panel.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import { okJson } from '../../answer/answer.ts';
import type { PanelDeps } from '../deps.ts';
import { type PanelRoute, routesFor } from '../route.ts';

export const sistemaRoutes = ({ store, clock, version }: PanelDeps): PanelRoute[] => {
  const startedMs = clock.now();

  const ping = async () => {
    const fromMs = clock.monotonic();
    const ok = await store.ping().then(
      () => true,
      () => false,
    );
    return { ok, latencia_ms: Math.round((clock.monotonic() - fromMs) * 100) / 100 };
  };

  return [
    routesFor('operator').get('/operador/sistema', null, async () => {
      const [baseDatos, { restaurantes, usuarios, llavesActivas }] = await Promise.all([
        ping(),
        store.consultas.totals(),
      ]);
      return okJson({
        version,
        node: process.version,
        motor: store.engine,
        iniciado_en: isoTimestamp(startedMs),
        momento: isoTimestamp(clock.now()),
        base_datos: baseDatos,
        memoria_bytes: process.memoryUsage.rss(),
        restaurantes,
        usuarios,
        llaves_activas: llavesActivas,
      } satisfies Panel.Sistema);
    }),
  ];
};
