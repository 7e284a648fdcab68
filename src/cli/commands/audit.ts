import { setTimeout as delay } from 'node:timers/promises';
import {
  EXIT,
  exitCodeOf,
  listenForStop,
  makeCommand,
  printable,
  text,
  withExitCode,
} from '@comanda/command-line';
import type { AuditPosition, KeptAuditEntry } from '../../storage/port/accounts.ts';
import type { Store } from '../../storage/port/store.ts';
import type { Context } from '../command.ts';
import { moment } from '../readers.ts';
import { withExistingStore } from '../store.ts';
import { isoInstant } from '../terminal/text.ts';

const PAGE = 500;
const FOLLOW_EVERY_MS = 1_000;
/** Entries may be stored this long after their moment: a transaction takes its time, and the clocks of processes differ. */
const LATE_MS_MAX = 60_000;

export const audit = (context: Context) =>
  makeCommand(
    'audit',
    'print who did what to keys, people, restaurants and the database, oldest first',
    {
      notes: [
        'Refused sign-ins are one entry for each account, network and hour, with their number (veces).',
        'The service itself acts as "sistema". docs/operating.md lists the actions.',
      ],
      examples: [
        'comanda audit --since 7d',
        'comanda audit --actor cli:ana --json',
        'comanda audit --since 1h --follow',
      ],
    },
  )
    .option(
      '--since <TIME>',
      'from this time on: ISO 8601, or a duration such as 90m, 24h or 7d ago (default all)',
      moment,
    )
    .option('--actor <ACTOR>', 'only what this actor did, or this kind: cli:ana, cli', text)
    .option('--follow', 'go on with new entries, until it is stopped')
    .option('--json', 'print one line of JSON for each entry')
    .action(
      withExitCode(context, (options) =>
        withExistingStore(context, async ({ store, clock }) => {
          const { since, actor = null, json, follow } = options;
          const fromMs = since?.(clock.now()) ?? 0;
          using stopping = listenForStop();
          const entries = entriesFrom(store.auditoria, fromMs, actor);
          for (;;) {
            for await (const entry of entries(clock.now())) {
              context.io.out(json ? JSON.stringify(toJson(entry)) : describe(entry));
            }
            const received = stopping.received();
            if (received !== null) return exitCodeOf(received);
            if (!follow) return EXIT.ok;
            await delay(FOLLOW_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => null);
          }
        }),
      ),
    );

/** Returns a reader that yields what it has not yielded before. */
const entriesFrom = (auditoria: Store['auditoria'], fromMs: number, actor: string | null) => {
  let position: AuditPosition = { momentoMs: fromMs, id: 0 };
  let recent = new Map<string, number>();
  return async function* (nowMs: number): AsyncGenerator<KeptAuditEntry> {
    for (;;) {
      const page = await auditoria.since(position, actor, PAGE);
      for (const entry of page) {
        const { id, momentoMs } = entry;
        const key = `${id} ${momentoMs}`;
        if (!recent.has(key)) yield entry;
        recent.set(key, momentoMs);
        position = { id, momentoMs };
      }
      if (page.length < PAGE) break;
    }
    const lateMs = nowMs - LATE_MS_MAX;
    recent = new Map([...recent].filter(([, momentoMs]) => momentoMs >= lateMs));
    position = { momentoMs: Math.max(fromMs, lateMs), id: 0 };
  };
};

const describe = ({ momentoMs, actor, accion, objeto, restauranteId, detalle }: KeptAuditEntry) => {
  const where = restauranteId === null || restauranteId === objeto ? [] : [restauranteId];
  const details = Object.keys(detalle).length === 0 ? [] : [JSON.stringify(detalle)];
  const words = [isoInstant(momentoMs), actor, accion, objeto, ...where, ...details];
  return printable(words.join('  '));
};

const toJson = ({ momentoMs, restauranteId, ...entry }: KeptAuditEntry) => ({
  id: entry.id,
  momento: isoInstant(momentoMs),
  actor: entry.actor,
  accion: entry.accion,
  objeto: entry.objeto,
  restaurante_id: restauranteId,
  detalle: entry.detalle,
});
