import type { Mirror } from './mirror.ts';
import { cartaRows, restauranteRows, zonaRows } from './rows/catalogue-rows.ts';
import type { TableRows } from './rows/pedido-rows.ts';
import type { Source } from './source/source.ts';

export interface CataloguePart {
  /** The names of its tables, for messages. */
  readonly tables: string;
  readonly scope: string;
  /** Null if the key may not read this part. */
  readonly rows: TableRows | null;
}

type CatalogueSource = Pick<Source, 'carta' | 'zonas' | 'restaurante' | 'timeZone'>;

/** Menu, zones and profile as they are now. */
export const readCatalogue = async (source: CatalogueSource) => {
  const [carta, zonas, restaurante] = await Promise.all([
    source.carta(),
    source.zonas(),
    source.restaurante(),
  ]);
  const scope = 'restaurante.leer';
  return {
    parts: [
      { tables: 'carta_*', scope: 'carta.leer', rows: carta && cartaRows(carta) },
      { tables: 'zonas', scope, rows: zonas && zonaRows(zonas) },
      { tables: 'restaurante', scope, rows: restaurante && restauranteRows(restaurante) },
    ],
    zonaHoraria: restaurante?.zona_horaria ?? (await source.timeZone()),
    restauranteId: restaurante?.id ?? carta?.restaurante_id ?? null,
  };
};

/** Writes the parts that have changed since the last time. */
export const makeCatalogueWriter = (mirror: Mirror) => {
  const written = new Map<string, string>();
  return async ({ parts }: { parts: readonly CataloguePart[] }): Promise<void> => {
    for (const { tables, rows } of parts) {
      const text = JSON.stringify([...(rows ?? [])]);
      if (rows === null || written.get(tables) === text) continue;
      await mirror.replaceTables(rows);
      written.set(tables, text);
    }
  };
};
