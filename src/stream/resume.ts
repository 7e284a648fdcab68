import type { REANUDACIONES } from '../contract/recursos/evento.ts';
import { parseEventId, startId } from '../domain/pedido/evento.ts';
import type { LogStore } from '../storage/port/log.ts';

/** Where the log stands, as far as it has been followed. */
export interface Head {
  secuencia: number;
  logTag: string;
  /** Null only while there has never been an event. */
  lastId: string | null;
}

/** How a connection began. */
export interface Beginning {
  reanudacion: (typeof REANUDACIONES)[number];
  /** The events of the connection are those after this one; null: from the first that is kept. */
  desde: string | null;
}

/** How a connection goes on, and from where. */
export interface Resume extends Beginning {
  /** Events after this sequence are to be sent. */
  after: number;
  /** The id at that position, or null where there is none to be given. */
  afterId: string | null;
}

/** From now on: nothing of what was. */
const fromHead = (head: Head, reanudacion: Beginning['reanudacion']): Resume => ({
  reanudacion,
  desde: head.lastId,
  after: head.secuencia,
  afterId: idOf(head),
});

/** Where a log stands, also before its first event: no ping goes without a place to come back to. */
export const idOf = ({ lastId, logTag }: Readonly<Head>): string => lastId ?? startId(logTag);

/**
 * Judges the id that a client saw last. `head` must be at least as new as that id if it is one of
 * ours: the caller has looked.
 */
export const judgeResume = async (
  log: Pick<LogStore, 'events'>,
  restauranteId: string,
  head: Head,
  lastEventId: string | null,
): Promise<Resume> => {
  if (lastEventId === null) return fromHead(head, 'nueva');
  const given = parseEventId(lastEventId);
  if (given === null || given.logTag !== head.logTag || given.secuencia > head.secuencia) {
    return fromHead(head, 'reiniciada');
  }
  const { secuencia } = given;
  const [found] = await log.events(restauranteId, secuencia - 1, 1);
  // Of the log that was there before a backup was restored: same place, another event.
  if (found?.secuencia === secuencia && found.id !== lastEventId) {
    return fromHead(head, 'reiniciada');
  }
  // The event itself may be gone, as long as the one after it is there or there has been none since.
  if (secuencia === head.secuencia || (found !== undefined && found.secuencia <= secuencia + 1)) {
    return {
      reanudacion: 'continuada',
      desde: lastEventId,
      after: secuencia,
      afterId: lastEventId,
    };
  }
  // Too old: all that is kept follows, and no id, so that a client that is cut off here asks again.
  const after = found === undefined ? head.secuencia : found.secuencia - 1;
  return { reanudacion: 'reiniciada', desde: null, after, afterId: null };
};
