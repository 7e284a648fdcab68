import type { AuditStore, CuentaStore, LlaveStore } from './accounts.ts';
import type { FlujoStore, VentanaStore } from './limits.ts';
import type { LogStore } from './log.ts';
import type { ConsultaStore, IntentoStore, SesionStore, UsoStore, UsuarioStore } from './panel.ts';
import type { PedidoStore } from './pedidos.ts';
import type { WebhookStore } from './webhooks.ts';

/**
 * All that the service asks of a database. Two engines implement it, and one conformance suite holds
 * both to it. Bodies are the UTF-8 bytes of wire JSON: they go out as they came in.
 */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';
  readonly log: LogStore;
  readonly pedidos: PedidoStore;
  readonly cuentas: CuentaStore;
  readonly llaves: LlaveStore;
  readonly usuarios: UsuarioStore;
  readonly sesiones: SesionStore;
  readonly intentos: IntentoStore;
  readonly usos: UsoStore;
  readonly consultas: ConsultaStore;
  readonly auditoria: AuditStore;
  readonly webhooks: WebhookStore;
  /** Null where this process is the only one that serves the database. */
  readonly ventanas: VentanaStore | null;
  /** The same. */
  readonly flujos: FlujoStore | null;
  /** Random bytes that all processes share and that last: made at the first call. */
  secret(name: SecretName): Promise<Uint8Array>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Writes a consistent copy to a new file while others go on reading and writing. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

/** `cursor`: signs the positions in lists. */
export type SecretName = 'cursor';
export const SECRET_BYTES = 32;
