import type { REANUDACIONES } from '../contract/recursos/evento.ts';
import { parseEventId, startId } from '../domain/pedido/evento.ts';
import type { LogStore } from '../storage/port/log.ts';

/** The end of the log, as far as a channel has followed it. */
export interface Head {
  secuencia: number;
  logTag: string;
  /** Null only while there has never been an event. */
  lastId: string | null;
}

export interface Beginning {
  reanudacion: (typeof REANUDACIONES)[number];
  /** The connection sends the events after this one; null: from the first that is kept. */
  desde: string | null;
}

export interface Resume extends Beginning {
  /** The first event to send is the one after this sequence. */
  after: number;
  afterId: string | null;
}

const fromHead = (head: Head, reanudacion: Beginning['reanudacion']): Resume => ({
  reanudacion,
  desde: head.lastId,
  after: head.secuencia,
  afterId: positionId(head),
});

/** The id of a position, also of the position before the first event: every ping carries one to resume from. */
export const positionId = ({ lastId, logTag }: Readonly<Head>): string => lastId ?? startId(logTag);

/** Decides where a connection resumes. If `lastEventId` is an id of this log, `head` must be at least as new. */
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
  // The id is from before a backup was restored: same sequence, another event.
  if (found?.secuencia === secuencia && found.id !== lastEventId) {
    return fromHead(head, 'reiniciada');
  }
  // The event itself may be pruned, as long as no later one is.
  if (secuencia === head.secuencia || (found !== undefined && found.secuencia <= secuencia + 1)) {
    return {
      reanudacion: 'continuada',
      desde: lastEventId,
      after: secuencia,
      afterId: lastEventId,
    };
  }
  // Too old: replay everything that is kept. Pings before the first event carry no id: a client cut off until then starts over.
  const after = found === undefined ? head.secuencia : found.secuencia - 1;
  return { reanudacion: 'reiniciada', desde: null, after, afterId: null };
};
