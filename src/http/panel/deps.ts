import type { Acceso } from '../../admin/acceso.ts';
import type { AdminDeps } from '../../admin/deps.ts';
import type { FactoresService } from '../../admin/factores/factores.ts';
import type { Pantallas } from '../../admin/pantallas.ts';
import type { Personas } from '../../admin/personas.ts';
import type { Enlaces } from '../../deliveries/enlaces.ts';
import type { Envios } from '../../deliveries/envios.ts';
import type { CursorCodecs } from '../../domain/cursor.ts';
import type { Log } from '../../platform/log.ts';
import type { OutageLog } from '../../platform/outage-log.ts';
import type { Limiter } from '../../storage/port/limits.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { Routes } from '../api/handler.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Principals } from '../principal.ts';
import type { Addressed, TrustProxy } from '../server/request.ts';

/** Everything that the panel needs of the service. Its parts take from it what they use. */
export interface PanelDeps extends AdminDeps {
  acceso: Acceso;
  pantallas: Pantallas;
  personas: Personas;
  enlaces: Pick<Enlaces, 'create' | 'list' | 'revoke'>;
  envios: Envios;
  factores: FactoresService;
  principals: Principals;
  cursors: CursorCodecs;
  /** The public API, whose handlers the panel shares. */
  apiRoutes: Routes;
  webhooks: Pick<Webhooks, 'deactivate' | 'headersOf'>;
  clientAddress(request: Addressed): string;
  trustProxy: TrustProxy;
  publicUrl: string;
  /** Null where PUBLIC_URL is not set. */
  publicOrigin: string | null;
  /** Counts the requests of each session and screen. */
  sessions: Pick<Limiter, 'admit'>;
  /** Counts the requests of each address that have neither. */
  strangers: Pick<Limiter, 'admit'>;
  metrics: Pick<Metrics, 'panelAnswered'>;
  /** Whether the service can send mail. */
  hasMail: boolean;
  log: Log;
  /** Of requests that the database refuses. */
  outage: OutageLog;
  version: string;
}
