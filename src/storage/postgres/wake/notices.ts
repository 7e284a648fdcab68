import { setTimeout as delay } from 'node:timers/promises';
import { textArray } from '../driver/arrays.ts';
import type { Statement } from '../driver/connection.ts';
import { type Transact, UNHURRIED } from '../driver/transaction.ts';

export const CHANNEL = 'comanda_log';
/** What stands for the ids when there are too many to name. */
const ANY = '*';
/** At most one transaction in this time, however many commits there are. */
const GATHER_MS = 5;
/** PostgreSQL takes less than 8,000 bytes; ids are ASCII. */
const PAYLOAD_CHARS_MAX = 7_900;
/** Past this many restaurants at once everybody is told to look at what they follow. */
const IDS_MAX = 1_000;

/**
 * A NOTIFY takes a lock over all databases of the server until its commit. Hence never inside a
 * transaction of the log, and without waiting for the disk: nothing is lost with it but time.
 */
const NOTIFY: Statement = {
  name: 'notices_notify',
  text: `SELECT pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) AS u (payload)`,
};

/** Tells other processes which logs have moved, many in one go. `tag` names this process. */
export const makeNotices = (transact: Transact, tag: string) => {
  const gathered = new Set<string>();
  let sending: Promise<void> | null = null;
  let isHurried = false;

  const sendAll = async (): Promise<void> => {
    while (gathered.size > 0) {
      if (!isHurried) await delay(GATHER_MS);
      const payloads = encodeNotice(tag, [...gathered]);
      gathered.clear();
      await transact(async (transaction) => {
        transaction.send(UNHURRIED, []);
        await transaction.rows(NOTIFY, [textArray(payloads)]);
      }).catch(() => {
        // Others find out by themselves within a second.
      });
    }
    sending = null;
  };

  return {
    note(restauranteId: string): void {
      gathered.add(restauranteId);
      sending ??= sendAll();
    },
    /** Resolves when everything noted has been sent, without gathering any longer. */
    async flush(): Promise<void> {
      isHurried = true;
      await sending;
    },
  };
};

/** `tag:id,id,…` in as many payloads as it takes. */
export const encodeNotice = (tag: string, ids: readonly string[]): string[] => {
  if (ids.length > IDS_MAX) return [`${tag}:${ANY}`];
  const payloads: string[] = [];
  let payload = '';
  for (const id of ids) {
    if (payload !== '' && payload.length + id.length + 1 > PAYLOAD_CHARS_MAX) {
      payloads.push(payload);
      payload = '';
    }
    payload += payload === '' ? `${tag}:${id}` : `,${id}`;
  }
  if (payload !== '') payloads.push(payload);
  return payloads;
};

/** The ids that a payload names, or null for any. What a stranger may have sent means any as well. */
export const decodeNotice = (payload: string): { tag: string; ids: string[] | null } => {
  const at = payload.indexOf(':');
  const list = payload.slice(at + 1);
  const isNamed = at > 0 && list !== ANY && list !== '';
  return { tag: payload.slice(0, Math.max(at, 0)), ids: isNamed ? list.split(',') : null };
};
