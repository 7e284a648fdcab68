import { takeSlots } from '../../accounts/intentos.ts';
import type { IntentoStore } from '../../port/panel.ts';
import type { Connection } from '../driver/connection.ts';

const READ = 'SELECT momentos FROM intentos WHERE clave = ?';
const WRITE = `
  INSERT INTO intentos (clave, momentos, hasta_ms) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET momentos = excluded.momentos, hasta_ms = excluded.hasta_ms`;
const CLEAR = 'DELETE FROM intentos WHERE clave = ?';
const SWEEP = 'DELETE FROM intentos WHERE hasta_ms < ?';

export const makeIntentoStore = ({ run, get, transaction }: Connection): IntentoStore => ({
  take: async (buckets, nowMs) =>
    transaction(() => {
      run(SWEEP, nowMs);
      const stored = buckets.map(({ clave }) => get<{ momentos: string }>(READ, clave)?.momentos);
      const { waitMs, rows } = takeSlots(buckets, stored, nowMs);
      if (waitMs > 0) return { waitMs };
      for (const { clave, momentos, hastaMs } of rows) run(WRITE, clave, momentos, hastaMs);
      return { waitMs };
    }),
  clear: async (claves) =>
    transaction(() => {
      for (const clave of claves) run(CLEAR, clave);
    }),
});
