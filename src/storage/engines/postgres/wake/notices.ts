import { setTimeout as delay } from 'node:timers/promises';
import { gathering, makeBatcher } from '../../../../platform/async/batcher.ts';
import type { StoreDeps } from '../../../port/deps.ts';
import { textArray } from '../driver/arrays.ts';
import type { Transact } from '../driver/transaction.ts';

export const CHANNEL = 'comanda_log';
const ANY = '*';
/** At most one transaction in this time, however many commits there are. */
const GATHER_MS = 5;
/** PostgreSQL takes payloads of less than 8,000 bytes; ids are ASCII. */
const PAYLOAD_CHARS_MAX = 7_900;
/** Past this many restaurants at once, one notice says that any log may have moved. */
const IDS_MAX = 1_000;

/** A NOTIFY locks all databases of the server until its commit: keep it out of the log's transaction, and never flush it. */
const NOTIFY = `SELECT pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) AS u (payload)`;

interface Note {
  restauranteId: string;
  atMs: number;
}

export const makeNotices = (
  transact: Transact,
  tag: string,
  { clock, transactions }: Pick<StoreDeps, 'clock' | 'transactions'>,
) => {
  const send = async (notes: readonly Note[]): Promise<null[]> => {
    const ids = new Set(notes.map(({ restauranteId }) => restauranteId));
    const payloads = encodeNotice(tag, [...ids]);
    try {
      await transact((transaction) => transaction.rows(NOTIFY, [textArray(payloads)]), {
        fsync: false,
      });
      const sinceMs = notes[0]?.atMs ?? 0;
      transactions?.notified((clock.monotonic() - sinceMs) / 1_000);
    } catch {
      // The other processes poll, and find out within a second.
    }
    return notes.map(() => null);
  };
  const batcher = makeBatcher(send, { schedule: gathering(() => delay(GATHER_MS)) });

  return {
    note: (restauranteId: string): void =>
      void batcher.add({ restauranteId, atMs: clock.monotonic() }),
    flush: batcher.idle,
  };
};

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

/** The ids that a payload names, or null for any. A payload of another program counts as any. */
export const decodeNotice = (payload: string): { tag: string; ids: string[] | null } => {
  const at = payload.indexOf(':');
  const list = payload.slice(at + 1);
  const isNamed = at > 0 && list !== ANY && list !== '';
  return { tag: payload.slice(0, Math.max(at, 0)), ids: isNamed ? list.split(',') : null };
};
