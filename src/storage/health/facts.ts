import type { KeyCounts, KeyFacts } from '../../domain/health/keys.ts';
import type { WebhookFacts } from '../../domain/health/webhooks.ts';
import type { Database, StoredFlag } from '../database.ts';
import type { HealthStore } from '../port/notices/health.ts';
import { OLDEST_BEGUN, OLDEST_UNBEGUN } from '../webhooks/entregas.ts';

type FactStore = Pick<
  HealthStore,
  'webhooks' | 'webhook' | 'keys' | 'daysUsed' | 'limited' | 'screens' | 'lastBackup'
>;

const webhooksWhere = (condition: string): string => `
  SELECT w.restaurante_id AS "restauranteId", w.id, w.nombre, w.url, g.activo AS "accountActive", w.activo,
         w.motivo, w.fallos_seguidos AS "fallosSeguidos", w.failing_since_ms AS "failingSinceMs",
         w.paused_until_ms AS "pausedUntilMs", w.ultima_entrega_ms AS "ultimaEntregaMs",
         ${OLDEST_BEGUN} AS "begunMs", ${OLDEST_UNBEGUN} AS "unbegunMs"
  FROM webhooks w JOIN log_heads g ON g.restaurante_id = w.restaurante_id
  WHERE w.eliminado_ms IS NULL ${condition}`;
const ALL_WEBHOOKS = webhooksWhere('');
const NOTABLE_WEBHOOKS = webhooksWhere(`
  AND (w.failing_since_ms IS NOT NULL OR w.motivo IS NOT NULL OR w.id = ANY ($1::text[]))`);
const ONE_WEBHOOK = webhooksWhere('AND w.restaurante_id = $1 AND w.id = $2');
const KEYS = `
  SELECT k.restaurante_id AS "restauranteId", k.id, k.nombre, k.creada_ms AS "creadaMs", k.expira_ms AS "expiraMs",
         k.ultimo_uso_ms AS "ultimoUsoMs",
         (SELECT count(*) FROM llaves o
          WHERE o.restaurante_id = k.restaurante_id AND o.nombre = k.nombre AND o.creada_ms > k.creada_ms
            AND o.revocada_ms IS NULL AND (o.expira_ms IS NULL OR o.expira_ms > k.expira_ms)) AS "isRenewed"
  FROM llaves k JOIN restaurantes r ON r.id = k.restaurante_id
  WHERE k.revocada_ms IS NULL AND r.activo
    AND (k.expira_ms < $1 OR k.ultimo_uso_ms BETWEEN $2 AND $3 OR k.id = ANY ($4::text[]))`;
const DAYS_USED = `
  SELECT dia FROM llaves_uso WHERE restaurante_id = $1 AND llave_id = $2 AND dia >= $3 AND peticiones > 0`;
const LIMITED = `
  SELECT restaurante_id AS "restauranteId", llave_id AS id,
         sum(peticiones)::bigint AS peticiones, sum(limitadas)::bigint AS limitadas
  FROM llaves_uso WHERE dia >= $1 GROUP BY restaurante_id, llave_id HAVING sum(limitadas) > 0`;
/** Apart, because keys are in one place and their counts are spread over a cluster. */
const NAMES = 'SELECT id, nombre FROM llaves WHERE revocada_ms IS NULL AND id = ANY ($1::text[])';
const SCREENS = `
  SELECT s.restaurante_id AS "restauranteId", s.id, s.nombre, s.vista_ms AS "vistaMs"
  FROM pantallas s JOIN restaurantes r ON r.id = s.restaurante_id WHERE r.activo AND s.vista_ms >= $1`;

/** The index of backups alone has this condition too. */
const BACKUPS = `
  SELECT accion, momento_ms AS "momentoMs", detalle FROM auditoria
  WHERE accion IN ('copia.hecha', 'copia.fallida')`;
const LAST_BACKUP = `${BACKUPS} ORDER BY momento_ms DESC LIMIT 1`;
const LAST_MADE = `${BACKUPS} AND accion = 'copia.hecha' ORDER BY momento_ms DESC LIMIT 1`;

interface BackupRow {
  accion: string;
  momentoMs: number;
  detalle: string;
}

type WebhookRow = Omit<WebhookFacts, 'accountActive' | 'activo' | 'oldestOwedMs'> & {
  accountActive: StoredFlag;
  activo: StoredFlag;
  begunMs: number | null;
  unbegunMs: number | null;
};

const toFacts = ({
  accountActive,
  activo,
  begunMs,
  unbegunMs,
  ...row
}: WebhookRow): WebhookFacts => ({
  ...row,
  accountActive: Boolean(accountActive),
  activo: Boolean(activo),
  oldestOwedMs:
    begunMs === null || unbegunMs === null ? (begunMs ?? unbegunMs) : Math.min(begunMs, unbegunMs),
});

/** The facts by which the rules of health judge: read over all restaurants, by one process at a time. */
export const makeFacts = ({ all }: Pick<Database, 'all'>): FactStore => ({
  webhooks: async (ids, every) =>
    (await (every ? all<WebhookRow>(ALL_WEBHOOKS) : all<WebhookRow>(NOTABLE_WEBHOOKS, ids))).map(
      toFacts,
    ),
  async webhook(restauranteId, id) {
    const [row] = await all<WebhookRow>(ONE_WEBHOOK, restauranteId, id);
    return row === undefined ? null : toFacts(row);
  },
  async keys({ expiraBeforeMs, usedBetweenMs, ids }) {
    const found = await all<Omit<KeyFacts, 'isRenewed'> & { isRenewed: number }>(
      ...([KEYS, expiraBeforeMs, ...usedBetweenMs, ids] as const),
    );
    return found.map((key) => ({ ...key, isRenewed: key.isRenewed > 0 }));
  },
  async daysUsed({ restauranteId, id }, fromDia) {
    const found = await all<{ dia: number }>(DAYS_USED, restauranteId, id, fromDia);
    return new Set(found.map(({ dia }) => dia));
  },
  async limited(fromDia) {
    const counts = await all<Omit<KeyCounts, 'nombre'>>(LIMITED, fromDia);
    const ids = counts.map(({ id }) => id);
    const named = await all<Pick<KeyCounts, 'id' | 'nombre'>>(NAMES, ids);
    const names = new Map(named.map(({ id, nombre }) => [id, nombre]));
    return counts.flatMap((key) => {
      const nombre = names.get(key.id);
      return nombre === undefined ? [] : { ...key, nombre };
    });
  },
  async lastBackup() {
    const [last] = await all<BackupRow>(LAST_BACKUP);
    if (last === undefined) return { madeMs: null, result: null };
    const isMade = last.accion === 'copia.hecha';
    const [made] = isMade ? [last] : await all<BackupRow>(LAST_MADE);
    const { verificada } = JSON.parse(last.detalle) as { verificada?: boolean };
    const result = !isMade ? 'failed' : verificada === true ? 'verified' : 'made';
    return { madeMs: made?.momentoMs ?? null, result };
  },
  screens: (seenAfterMs) => all(SCREENS, seenAfterMs),
});
