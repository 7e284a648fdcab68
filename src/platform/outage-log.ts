import type { Log } from './log.ts';

/** Logs the first failure of an outage and its end, not the failures in between. */
export const makeOutageLog = (log: Log, over: string) => {
  let failures = 0;
  return {
    failed(level: 'warn' | 'error', details: object, began: string, count = 1): void {
      if (failures === 0) log[level](details, began);
      failures += count;
    },
    worked(): void {
      if (failures > 0) log.warn({ failures }, over);
      failures = 0;
    },
  };
};
