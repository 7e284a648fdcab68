import type { TipoCondicion } from '../../contract/avisos/condicion.ts';

/** A condition holds now. Whoever gives signals of a kind gives all of them. */
export interface Signal {
  tipo: TipoCondicion;
  /** Null for the service. */
  restauranteId: string | null;
  /** The id of the webhook, key, screen or closing; empty if there is only one. */
  objeto: string;
  /** Its name, as its owner knows it. */
  nombre: string;
  detalle: Readonly<Record<string, string | number | null>>;
  /** Grows when it gets worse, so that people are told again. */
  etapa?: number;
  /** Where that is known: the moment at which it began. */
  desdeMs?: number;
}

export interface OpenCondition extends Signal {
  id: string;
  etapa: number;
  desdeMs: number;
}

export interface Changes {
  begun: Signal[];
  worse: { condition: OpenCondition; etapa: number; detalle: Signal['detalle'] }[];
  ended: OpenCondition[];
}

export const NOTHING: Changes = { begun: [], worse: [], ended: [] };

/** Tells conditions apart: only one of a kind is open for an object. */
const keyOf = ({ tipo, restauranteId, objeto }: Omit<Signal, 'nombre' | 'detalle'>): string =>
  `${tipo} ${restauranteId ?? ''} ${objeto}`;

/** Compares the signals of some kinds with the open conditions of those kinds. */
export const compare = (open: readonly OpenCondition[], signals: readonly Signal[]): Changes => {
  const known = new Map(open.map((condition) => [keyOf(condition), condition]));
  const changes: Changes = { begun: [], worse: [], ended: [] };
  for (const signal of signals) {
    const key = keyOf(signal);
    const condition = known.get(key);
    known.delete(key);
    if (condition === undefined) {
      changes.begun.push(signal);
      continue;
    }
    const { etapa = 0, detalle } = signal;
    if (etapa > condition.etapa) changes.worse.push({ condition, etapa, detalle });
  }
  changes.ended.push(...known.values());
  return changes;
};

export const hasChanges = ({ begun, worse, ended }: Changes): boolean =>
  begun.length + worse.length + ended.length > 0;
