import type { IdSkew } from '../../domain/log/id-skew.ts';

export type IdSkewRow = {
  id_min: string | null;
  id_max: string | null;
  creado_min_ms: number | null;
  creado_max_ms: number | null;
  desorden_ms: number;
};

/** The columns `id_min` to `desorden_ms`, in this order; null before the first order. */
export const idSkewValues = (idSkew: IdSkew | null) => [
  idSkew?.idMin ?? null,
  idSkew?.idMax ?? null,
  idSkew?.creadoMinMs ?? null,
  idSkew?.creadoMaxMs ?? null,
  idSkew?.skewMs ?? 0,
];

/** Null before the first order. */
export const toIdSkew = (row: IdSkewRow): IdSkew | null => {
  const { id_min, id_max, creado_min_ms, creado_max_ms, desorden_ms } = row;
  if (id_min === null || id_max === null || creado_min_ms === null || creado_max_ms === null) {
    return null;
  }
  return {
    idMin: id_min,
    idMax: id_max,
    creadoMinMs: creado_min_ms,
    creadoMaxMs: creado_max_ms,
    skewMs: desorden_ms,
  };
};
