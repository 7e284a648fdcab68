import type { Clock } from '../../../clock.ts';
import type { Store } from '../../../storage/port/store.ts';
import { isoInstant, json, type PanelRoute, routesFor } from '../route.ts';

export interface SistemaDeps {
  store: Pick<Store, 'engine' | 'ping' | 'consultas'>;
  clock: Clock;
  version: string;
}

/** How the service itself is doing, for operators. */
export const sistemaRoutes = ({ store, clock, version }: SistemaDeps): PanelRoute[] => {
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
    routesFor('operator').get('/operador/sistema', async () => {
      const [baseDatos, { restaurantes, usuarios, llavesActivas }] = await Promise.all([
        ping(),
        store.consultas.totals(),
      ]);
      return json({
        version,
        node: process.version,
        motor: store.engine,
        iniciado_en: isoInstant(startedMs),
        momento: isoInstant(clock.now()),
        base_datos: baseDatos,
        memoria_bytes: process.memoryUsage.rss(),
        restaurantes,
        usuarios,
        llaves_activas: llavesActivas,
      });
    }),
  ];
};
