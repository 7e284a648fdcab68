import { Gauge, type Registry } from 'prom-client';
import type { Backup } from '../../storage/port/notices/health.ts';
import type { Instruments } from './instruments.ts';

interface BackupSource {
  lastBackup(): Promise<Backup>;
  nowMs(): number;
}

const RESULTS = ['made', 'verified', 'failed'] as const;
const UNKNOWN: Backup = { madeMs: null, result: null };

/** Backups, as the audit knows them: every process reads the same rows. */
export const makeBackupMetrics = (register: Registry, { gauge }: Instruments) => {
  let source: BackupSource | null = null;
  let asking: Promise<Backup> | null = null;
  /** Both are read together and share one query. A database that does not answer must not take the other figures with it. */
  const last = async (): Promise<Backup> => {
    if (source === null) return UNKNOWN;
    asking ??= source
      .lastBackup()
      .catch(() => UNKNOWN)
      .finally(() => {
        asking = null;
      });
    return asking;
  };
  gauge('comanda_backup_age_seconds', 'Age of the newest backup; NaN before the first.', {
    aggregator: 'max',
    async read() {
      const { madeMs } = await last();
      return source === null || madeMs === null ? Number.NaN : (source.nowMs() - madeMs) / 1_000;
    },
  });
  new Gauge({
    name: 'comanda_backup_last_result',
    help: 'How the last backup ended, as 1: made, verified or failed.',
    labelNames: ['result'],
    registers: [register],
    aggregator: 'max',
    async collect() {
      const { result } = await last();
      for (const each of RESULTS) this.set({ result: each }, each === result ? 1 : 0);
    },
  });
  return {
    follow(followed: BackupSource): void {
      source = followed;
    },
  };
};
