import { type Database, rows, run, send, type Work } from '../database.ts';
import type { ClaimedMail, MailStore, QueuedMail } from '../port/notices/mail.ts';

const ADD = `
  INSERT INTO mails (id, recipient, sealed, created_ms, due_ms, attempts)
  VALUES ($1, $2, $3, $4, $4, 0) ON CONFLICT (id) DO NOTHING`;
const IS_DUE = 'SELECT id FROM mails WHERE due_ms <= $1 LIMIT 1';
/** A claim moves the time at which the message is due: if its process dies, another takes it then. */
const CLAIM = `
  UPDATE mails SET due_ms = $1 + $2, attempts = attempts + 1
  WHERE id IN (
    SELECT id FROM mails WHERE due_ms <= $1 ORDER BY due_ms, id LIMIT 0 + $3 FOR UPDATE SKIP LOCKED)
  RETURNING id, recipient, sealed, created_ms AS "createdMs", attempts`;
const POSTPONE = 'UPDATE mails SET due_ms = $3 WHERE id = $1 AND attempts = $2';
const SEALED = 'SELECT id, sealed FROM mails WHERE id > $1 ORDER BY id LIMIT 0 + $2';
const RESEAL = 'UPDATE mails SET sealed = $2 WHERE id = $1';
const REMOVE = 'DELETE FROM mails WHERE id = $1';

/** Queues messages as a part of the transaction that they tell of. */
export function* queueMails(mails: readonly QueuedMail[], nowMs: number): Work<void> {
  for (const { id, recipient, sealed } of mails) yield* send(ADD, id, recipient, sealed, nowMs);
}

export const makeMailStore = ({ all, transact }: Database, nowMs: () => number): MailStore => ({
  add: (mails) => transact(() => queueMails(mails, nowMs())),
  async claim(limit, leaseMs) {
    // Nearly always nothing is due, and a write every few seconds would keep the disk awake.
    if ((await all(IS_DUE, nowMs())).length === 0) return [];
    return transact(() => rows<ClaimedMail>(CLAIM, nowMs(), leaseMs, limit));
  },
  postpone: ({ id, attempts }, delayMs) =>
    transact(() => send(POSTPONE, id, attempts, nowMs() + delayMs)),
  sealed: (afterId, limit) => all(SEALED, afterId, limit),
  reseal: (id, sealed) => transact(() => send(RESEAL, id, sealed)),
  remove: (id) =>
    transact(function* () {
      yield* run(REMOVE, id);
    }),
});
