import { Gauge, type Registry } from 'prom-client';
import type { Backup } from '../../storage/port/notices/health.ts';

interface BackupSource {
  lastBackup(): Promise<Backup>;
  nowMs(): number;
}

const RESULTS = ['made', 'verified', 'failed'] as const;
const UNKNOWN: Backup = { madeMs: null, result: null };

/** Backups, as the audit knows them: every process reads the same rows. */
export const makeBackupMetrics = (register: Registry) => {
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
  new Gauge({
    name: 'comanda_backup_age_seconds',
    help: 'Age of the newest backup; absent before the first.',
    registers: [register],
    aggregator: 'max',
    async collect() {
      const { madeMs } = await last();
      if (source === null || madeMs === null) this.remove();
      else this.set((source.nowMs() - madeMs) / 1_000);
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
