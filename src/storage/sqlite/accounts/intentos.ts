import { countIntentos } from '../../../domain/intentos.ts';
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
      const states = buckets.map((bucket) => {
        const row = get<{ momentos: string }>(READ, bucket.clave);
        const momentos = JSON.parse(row?.momentos ?? '[]') as number[];
        return { bucket, ...countIntentos(momentos, bucket, nowMs) };
      });
      const waitMs = Math.max(0, ...states.map((state) => state.waitMs));
      if (waitMs > 0) return { waitMs };
      for (const { bucket, momentos } of states) {
        run(WRITE, bucket.clave, JSON.stringify([...momentos, nowMs]), nowMs + bucket.windowMs);
      }
      return { waitMs: 0 };
    }),
  clear: async (claves) =>
    transaction(() => {
      for (const clave of claves) run(CLEAR, clave);
    }),
});
