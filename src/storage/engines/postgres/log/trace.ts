import type { Answer, EventoWrite } from '../../../../domain/log/batch.ts';
import { StorageUncertainError } from '../../../port/errors.ts';
import type { Session } from '../driver/connection.ts';

/** The trace of an attempt in the log: it tells whether an attempt whose connection broke was carried out. */
export interface Trace {
  version: number;
  last: Pick<EventoWrite, 'secuencia' | 'id'> | null;
  answers: Answer[];
}

const FIND = 'SELECT id FROM eventos WHERE restaurante_id = $1 AND secuencia = $2';

/** The caller holds the log's lock: a higher version, and the attempt's last event in place, prove that it was carried out. */
export const wasCarriedOut = async (
  session: Session,
  restauranteId: string,
  { version, last }: Trace,
  currentVersion: number,
): Promise<boolean> => {
  if (currentVersion <= version) return false;
  if (last === null) {
    throw new StorageUncertainError('the outcome of a commit is unknown: others have followed it');
  }
  const [found] = await session.rows<{ id: string }>(FIND, [restauranteId, last.secuencia]);
  return found?.id === last.id;
};
