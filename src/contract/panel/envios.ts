// The answers of the panel's own API about files that leave by themselves.

import type { RangoMovil, TablaEnvio } from '../envios.ts';
import type { Estilo } from '../exportacion.ts';
import type { Fecha } from '../recursos/caja.ts';

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
