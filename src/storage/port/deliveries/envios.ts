import type { FalloEnvio } from '../../../contract/envios.ts';
import type { Cuando, Destino, Que } from '../../../contract/panel/envios.ts';
import type { Dia } from '../../../domain/resumen/dias.ts';
import type { Reloj } from '../../../domain/resumen/jornadas.ts';
import type { AuditEntry } from '../accounts.ts';

/** A scheduled delivery. */
export interface Envio {
  id: string;
  restauranteId: string;
  /** The person who answers for it. */
  usuarioId: string;
  nombre: string;
  que: Que;
  cuando: Cuando;
  destino: Destino;
  /** Sealed; null where the destination needs none. */
  secreto: Uint8Array | null;
  activo: boolean;
  creadoMs: number;
  /** The first day of the next period. */
  siguiente: Dia;
  proximoMs: number;
}

type Motivo = 'programada' | 'repetida';
type EstadoEjecucion = 'pendiente' | 'entregada' | 'fallida';

/** One run: a period that is owed, or was sent. */
export interface Ejecucion {
  id: string;
  envioId: string;
  restauranteId: string;
  motivo: Motivo;
  periodo: string;
  inicio: Dia;
  fin: Dia;
  estado: EstadoEjecucion;
  creadaMs: number;
  proximoMs: number;
  intentos: number;
  /** How often a mail was begun whose end nobody knows. */
  dudas: number;
  terminadaMs: number | null;
  archivo: string | null;
  bytes: number | null;
  sha256: string | null;
  fallo: FalloEnvio | null;
  detalle: string | null;
}

export type NewEjecucion = Pick<
  Ejecucion,
  'id' | 'motivo' | 'periodo' | 'inicio' | 'fin' | 'creadaMs'
>;
export type EnvioShown = Envio & { responsable: string | null; ultima: Ejecucion | null };
export type Made = Pick<Ejecucion, 'archivo' | 'bytes' | 'sha256'>;
/** A run that a process has claimed: nobody else may end this attempt. */
export type Claim = Pick<Ejecucion, 'id' | 'intentos'> & { poseedor: string };

type Failing = Pick<Ejecucion, 'restauranteId' | 'envioId' | 'periodo' | 'fallo'> & {
  nombre: string;
};

export const ENVIOS_MAX = 20;

export interface EnvioStore {
  create(envio: Envio, audit: AuditEntry): Promise<'created' | 'no_restaurant' | 'too_many'>;
  /** Takes effect from its next run on. False when there is none in this restaurant. */
  update(
    envio: Pick<Envio, 'restauranteId' | 'id' | 'activo' | 'siguiente' | 'proximoMs'>,
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Forgets it with its runs. */
  remove(restauranteId: string, id: string, audit: AuditEntry): Promise<boolean>;
  list(restauranteId: string): Promise<EnvioShown[]>;
  find(restauranteId: string, id: string): Promise<EnvioShown | null>;
  /** Newest first. */
  history(restauranteId: string, id: string, limit: number): Promise<Ejecucion[]>;
  /** Owes a run at once; false when the delivery is not there, or one of this kind and period is owed already. */
  owe(
    restauranteId: string,
    envioId: string,
    run: NewEjecucion,
    audit: AuditEntry,
  ): Promise<boolean>;

  /** Deliveries of active restaurants whose next period may be over, with their clock. */
  due(nowMs: number, limit: number): Promise<(Envio & { reloj: Reloj })[]>;
  /** Owes these periods, each once, and goes on from `siguiente`; nothing if somebody else has done so. */
  plan(
    envio: Pick<Envio, 'id' | 'restauranteId' | 'siguiente'>,
    runs: readonly NewEjecucion[],
    next: Pick<Envio, 'siguiente' | 'proximoMs'>,
  ): Promise<void>;
  /** Lets the runs that other processes had begun begin again: they have lost the lease. */
  takeOver(poseedor: string, nowMs: number): Promise<void>;
  /** The next runs; of a delivery the oldest period alone. */
  claim(poseedor: string, nowMs: number, limit: number, leaseMs: number): Promise<Ejecucion[]>;
  /** Before a mail leaves: from here on nobody knows its end. False: the claim is lost. */
  begin(claim: Claim, made: Made): Promise<boolean>;
  /** False: the claim is lost. `known`: a mail that was begun has not arrived. */
  postpone(
    claim: Claim,
    how: { proximoMs: number; fallo: FalloEnvio | null; detalle: string | null; known: boolean },
  ): Promise<boolean>;
  finish(
    claim: Claim,
    how: Made & {
      estado: 'entregada' | 'fallida';
      atMs: number;
      fallo: FalloEnvio | null;
      detalle: string | null;
    },
  ): Promise<boolean>;
  /** Forgets some runs that ended before, and resolves with how many. */
  prune(beforeMs: number, limit: number): Promise<number>;

  /** Active deliveries whose last run failed. */
  failing(): Promise<Failing[]>;
  /** Those with a secret. */
  sealed(): Promise<Pick<Envio, 'restauranteId' | 'id' | 'secreto'>[]>;
  /** Replaces a secret, unless it was changed meanwhile. */
  reseal(id: string, before: Uint8Array, after: Uint8Array): Promise<void>;
}
