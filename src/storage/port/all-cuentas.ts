import { setImmediate } from 'node:timers/promises';
import type { Cuenta } from '../../domain/log/batch.ts';
import type { CuentaStore } from './accounts.ts';

const PAGE_ROWS = 100;

/** Every account, in the order of ids. */
export async function* allCuentas(cuentas: Pick<CuentaStore, 'list'>): AsyncGenerator<Cuenta> {
  let after = '';
  for (;;) {
    const page = await cuentas.list(after, PAGE_ROWS);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return;
    after = last.id;
    // SQLite is synchronous: without a pause, work on thousands would hold up every request.
    await setImmediate();
  }
}
