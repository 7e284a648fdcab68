// The panel's answers about conditions. Types only, like contract/panel.ts.

import type { TipoCondicion } from './condicion.ts';

/** An open condition, or one of the last 90 days. */
export interface Aviso {
  id: string;
  tipo: TipoCondicion;
  grave: boolean;
  titulo: { es: string; en: string };
  /** One sentence: the next step for the reader. */
  consejo: { es: string; en: string };
  /** The id of the webhook, key or screen; empty if there is none. */
  objeto: string;
  /** The page of the panel where the reader can act. */
  pagina: string;
  desde: string;
  /** Null while it is open. */
  hasta: string | null;
  /** Who said that they know; null before. */
  visto_por: string | null;
}

/** The open ones, or those of the past; newest first. */
export interface Avisos {
  datos: Aviso[];
}

/** Which mail the user gets of conditions. */
export interface PreferenciasAvisos {
  correo: boolean;
  silenciadas: TipoCondicion[];
  idioma: 'es' | 'en';
  /** False: the service has no mail server. */
  servicio_envia_correo: boolean;
  /** The kinds that may concern the user. */
  tipos: { tipo: TipoCondicion; titulo: { es: string; en: string } }[];
}
