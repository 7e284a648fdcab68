import { STATE } from './schema/versions.ts';
import type { Target, Transaction } from './target/target.ts';

/** The state of a mirror. It changes in the transaction that changes the rows. */
export interface State {
  /** The restaurant of the orders; null until one was seen. */
  readonly restauranteId: string | null;
  /** The zone of the column `dia`. */
  readonly zonaHoraria: string | null;
  /** Reading all orders, or following their changes. */
  readonly fase: 'copia' | 'eventos';
  /** The log position that the mirror reflects; empty: before the first event. During a copy: where following will begin. */
  readonly posicion: string;
  /** During a copy: the last order of the last checkpoint. A copy that resumes reads the orders after it again. */
  readonly orden: string;
  /**
   * A later position, up to which orders of the copy may already reflect the log. While the log has it, they were read
   * from this log and not from one that a backup has since replaced.
   */
  readonly testigo: string | null;
}

/** The state in which everything is read anew. The rows stay until they are replaced. */
export const startOver = (before: State | null): State => ({
  restauranteId: before?.restauranteId ?? null,
  zonaHoraria: before?.zonaHoraria ?? null,
  fase: 'copia',
  posicion: '',
  orden: '',
  testigo: null,
});

/** The column of each field. */
const COLUMNS: Readonly<Record<keyof State, string>> = {
  restauranteId: 'restaurante_id',
  zonaHoraria: 'zona_horaria',
  fase: 'fase',
  posicion: 'posicion',
  orden: 'orden',
  testigo: 'testigo',
};
const FIELDS = Object.keys(COLUMNS) as (keyof State)[];

export const saveState = (tx: Transaction, state: State, nowMs: number): Promise<void> => {
  const names = [...Object.values(COLUMNS), 'actualizado_en'].map(
    (name, i) => `${name} = $${i + 1}`,
  );
  const values = FIELDS.map((field) => state[field]);
  return tx.run(`UPDATE ${STATE.name} SET ${names.join()}`, [
    ...values,
    new Date(nowMs).toISOString(),
  ]);
};

export const readState = async (target: Target): Promise<State> => {
  const [row = []] = await target.transaction((tx) =>
    tx.rows(`SELECT ${Object.values(COLUMNS).join()} FROM ${STATE.name}`),
  );
  const stored = FIELDS.map((field, i) => [field, row[i] ?? null]);
  return {
    ...startOver(null),
    ...Object.fromEntries(stored.filter(([, value]) => value !== null)),
  };
};
