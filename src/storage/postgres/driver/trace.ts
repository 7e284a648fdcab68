import type { Answer, EventoWrite } from '../../../domain/log/batch.ts';
import { StorageUncertainError } from '../../port/errors.ts';
import type { Session, Statement } from './connection.ts';

/** What an attempt would leave in the log: by it, one whose connection broke can be found again. */
export interface Trace {
  /** The version that it was planned on. */
  version: number;
  last: Pick<EventoWrite, 'secuencia' | 'id'> | null;
  answers: Answer[];
}

const FIND: Statement = {
  name: 'trace_find',
  text: 'SELECT id FROM eventos WHERE restaurante_id = $1 AND secuencia = $2',
};

/**
 * Whether an attempt whose answer was lost was carried out. It held the lock to its end, and we hold
 * it now: a version that did not grow proves that it was not, and otherwise its last event, whose id is
 * random, is in its place or another is. Only a batch without events leaves nothing to know it by.
 */
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
