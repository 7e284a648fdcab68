import type { AuditStore, CuentaStore, LlaveStore } from './accounts.ts';
import type { ClosingStore } from './cierres.ts';
import type { ClienteStore } from './clientes.ts';
import type { EnlaceStore } from './deliveries/enlaces.ts';
import type { EnvioStore } from './deliveries/envios.ts';
import type { FlujoStore, Limiter } from './limits.ts';
import type { LogStore } from './log.ts';
import type { MoneyStore } from './money.ts';
import type { HealthStore } from './notices/health.ts';
import type { MailStore } from './notices/mail.ts';
import type { FactorStore } from './panel/factores.ts';
import type { MiembroStore } from './panel/miembros.ts';
import type { ConsultaStore, IntentoStore, SesionStore, UsoStore, UsuarioStore } from './panel.ts';
import type { PantallaStore } from './pantallas.ts';
import type { PedidoStore } from './pedidos.ts';
import type { WebhookStore } from './webhooks.ts';

/** The table of contents of this folder; one conformance suite (test/storage/conformance) holds both engines to it. */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';

  /** Orders: written through the log, read back in lists, one by one and summed up. */
  readonly log: LogStore;
  readonly pedidos: PedidoStore;
  readonly money: MoneyStore;
  readonly cierres: ClosingStore;
  readonly clientes: ClienteStore;

  /** Restaurants, their API keys, and the audit of who changed what. */
  readonly cuentas: CuentaStore;
  readonly llaves: LlaveStore;
  readonly auditoria: AuditStore;

  /** The panel: who may sign in, and the figures that only it shows. */
  readonly usuarios: UsuarioStore;
  readonly miembros: MiembroStore;
  readonly factores: FactorStore;
  readonly sesiones: SesionStore;
  readonly pantallas: PantallaStore;
  readonly intentos: IntentoStore;
  readonly usos: UsoStore;
  readonly consultas: ConsultaStore;

  readonly webhooks: WebhookStore;

  /** Files that leave by themselves: read links, and deliveries with their runs. */
  readonly enlaces: EnlaceStore;
  readonly envios: EnvioStore;

  /** Conditions, and who is told of them. */
  readonly health: HealthStore;
  /** Mail that waits to be sent. */
  readonly mails: MailStore;

  /** Limits that hold over all processes of the database together. A limiter admits `limit` requests of a bucket in any 60 s. */
  makeLimiter(limit: number): Limiter;
  readonly flujos: FlujoStore;

  /** Random bytes that all processes share; the first call makes them, and they never change. */
  secret(name: SecretName): Promise<Uint8Array>;
  ping(): Promise<void>;
  /** Nodes of the database's cluster that do not answer: `host:port`. Their restaurants wait. */
  absentNodes(): Promise<string[]>;
  /** Rewrites the database, so that no byte of deleted data is left. Writers wait meanwhile. */
  vacuum(): Promise<void>;
  close(): Promise<void>;
}

/** `cursor` signs the positions in lists, `clientes` makes the keys of customers, `avisos` signs links that end mail. */
export type SecretName = 'cursor' | 'clientes' | 'avisos';
export const SECRET_BYTES = 32;
