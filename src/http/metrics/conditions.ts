import { Gauge, type Registry } from 'prom-client';
import { TIPOS_CONDICION, type TipoCondicion } from '../../contract/avisos/condicion.ts';

interface ConditionSource {
  counts(): Promise<{ tipo: TipoCondicion; n: number }[]>;
  /** The one condition that no store can tell. */
  isDatabaseAway(): boolean;
}

export const makeConditionMetrics = (register: Registry) => {
  let source: ConditionSource | null = null;
  let known: readonly { tipo: TipoCondicion; n: number }[] = [];
  new Gauge({
    name: 'comanda_conditions',
    help: 'Open conditions of the service and of all restaurants, by kind.',
    labelNames: ['kind'],
    registers: [register],
    // Each process reads the same rows.
    aggregator: 'max',
    async collect() {
      if (source === null) return;
      // While the database is away the conditions of before go on: an alert must not end with it.
      if (!source.isDatabaseAway()) known = await source.counts().catch(() => known);
      for (const tipo of TIPOS_CONDICION) {
        this.set({ kind: tipo }, known.find((each) => each.tipo === tipo)?.n ?? 0);
      }
      if (source.isDatabaseAway()) this.set({ kind: 'base_ausente' }, 1);
    },
  });
  return {
    follow(followed: ConditionSource): void {
      source = followed;
    },
  };
};
