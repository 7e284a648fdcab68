import type { Log } from './log.ts';

export interface OutageLog {
  failed(level: 'warn' | 'error', details: object, began: string, count?: number): void;
  worked(): void;
}

/** Logs the first failure of an outage and its end, not the failures in between. */
export const makeOutageLog = (log: Log, over: string): OutageLog => {
  let failures = 0;
  return {
    failed(level, details, began, count = 1) {
      if (failures === 0) log[level](details, began);
      failures += count;
    },
    worked() {
      if (failures > 0) log.warn({ failures }, over);
      failures = 0;
    },
  };
};
