// The answers of the panel's own API about files that leave by themselves.

import type { Lang } from '../bilingual.ts';
import type { Fecha } from '../dinero/fechas.ts';
import type { FalloEnvio, RangoMovil, TablaEnvio } from '../envios.ts';
import type { Estilo } from '../exportacion.ts';

/** A read link: one table over a range that rolls on. */
export interface EnlaceDatos {
  id: string;
  nombre: string;
  tabla: TablaEnvio;
  rango: RangoMovil;
  fecha: Fecha;
  estilo: Estilo;
  /** The end of its token: enough to recognise it. */
  muestra: string;
  estado: 'activa' | 'expirada' | 'revocada';
  /** Null once the account is deleted. */
  creador: string | null;
  creado_en: string;
  expira_en: string | null;
  ultimo_uso_en: string | null;
  usos: number;
}

/** The only answer that shows the whole address. */
export type EnlaceCreado = { enlace: EnlaceDatos; url: string };

/** A table as a file, or the till of the period as one. */
export type Que =
  | {
      clase: 'tabla';
      tabla: TablaEnvio;
      formato: 'xlsx' | 'csv';
      estilo: Estilo;
      fecha: Fecha;
      idioma: Lang;
    }
  | { clase: 'caja'; fecha: Fecha; idioma: Lang };

/** After each day, week or month of the restaurant, at a local time `HH:MM`. */
export interface Cuando {
  cada: 'dia' | 'semana' | 'mes';
  a_las: string;
}

/** Where it goes, without its secret. */
export type Destino =
  | { clase: 'correo'; para: string }
  | {
      clase: 'sftp';
      host: string;
      puerto: number;
      usuario: string;
      carpeta: string;
      /** The server's key, as `ssh-keygen -l` shows it: `SHA256:…`. */
      huella: string;
    }
  | { clase: 's3'; url: string; region: string; cubo: string; prefijo: string; clave: string };

export interface EjecucionEnvio {
  id: string;
  motivo: 'programada' | 'repetida';
  /** `2026-11-14`, `2026-11-09_2026-11-15` or `2026-11`. */
  periodo: string;
  estado: 'pendiente' | 'entregada' | 'fallida';
  intentos: number;
  creada_en: string;
  /** Of the next attempt while it is owed. */
  proxima_en: string | null;
  terminada_en: string | null;
  archivo: string | null;
  bytes: number | null;
  sha256: string | null;
  fallo: FalloEnvio | null;
  /** In the words of the other side. */
  detalle: string | null;
  /** Whether it was sent once more after its end was not known. */
  quiza_repetida: boolean;
}

export interface EnvioProgramado {
  id: string;
  nombre: string;
  que: Que;
  cuando: Cuando;
  destino: Destino;
  activo: boolean;
  /** The person who answers for it; null if there is nobody. */
  responsable: string | null;
  creado_en: string;
  /** Null while it is paused. */
  proximo_en: string | null;
  ultima: EjecucionEnvio | null;
}

export interface EnvioConHistoria {
  envio: EnvioProgramado;
  /** Newest first. */
  ejecuciones: EjecucionEnvio[];
}

export interface EnviosProgramados {
  datos: EnvioProgramado[];
  /** Whether the service sends mail. */
  correo: boolean;
}

export type PruebaEnvio = { ok: boolean; fallo: FalloEnvio | null; detalle: string | null };
