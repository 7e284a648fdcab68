import { STATE } from './schema/versions.ts';
import type { Target, Transaction } from './target/target.ts';

/** Where a mirror stands. It changes in the transaction that changes the rows. */
export interface State {
  /** Whose orders they are; null until one was seen. */
  readonly restauranteId: string | null;
  /** The zone of the column `dia`. */
  readonly zonaHoraria: string | null;
  /** Reading all orders, or following their changes. */
  readonly fase: 'copia' | 'eventos';
  /** The mirror is as the log was here; empty: before the first event. During a copy, where following will begin. */
  readonly posicion: string;
  /** During a copy: the last order that is certain. Those after it are read again when it goes on. */
  readonly orden: string;
  /**
   * A later position that orders of the copy may already know of. As long as the log has it, what was read is of this
   * log and not of one that a backup has since replaced.
   */
  readonly testigo: string | null;
}

/** Everything is to be read anew. What is there stays until it is replaced. */
export const startOver = (before: State | null): State => ({
  restauranteId: before?.restauranteId ?? null,
  zonaHoraria: before?.zonaHoraria ?? null,
  fase: 'copia',
  posicion: '',
  orden: '',
  testigo: null,
});

const FIELDS = ['restaurante_id', 'zona_horaria', 'fase', 'posicion', 'orden', 'testigo'] as const;

export const saveState = (tx: Transaction, state: State, nowMs: number): Promise<void> => {
  const { restauranteId, zonaHoraria, fase, posicion, orden, testigo } = state;
  const names = [...FIELDS, 'actualizado_en'].map((name, i) => `${name} = $${i + 1}`);
  return tx.run(`UPDATE ${STATE.name} SET ${names.join()}`, [
    restauranteId,
    zonaHoraria,
    fase,
    posicion,
    orden,
    testigo,
    new Date(nowMs).toISOString(),
  ]);
};

export const readState = async (target: Target): Promise<State> => {
  const [row = []] = await target.transaction((tx) =>
    tx.rows(`SELECT ${FIELDS.join()} FROM ${STATE.name}`),
  );
  const [restauranteId, zonaHoraria, fase, posicion, orden, testigo] = row.map((value) =>
    value === null || value === undefined ? null : String(value),
  );
  return {
    restauranteId: restauranteId ?? null,
    zonaHoraria: zonaHoraria ?? null,
    fase: fase === 'eventos' ? 'eventos' : 'copia',
    posicion: posicion ?? '',
    orden: orden ?? '',
    testigo: testigo ?? null,
  };
};
