/** Requests of a UTC day. */
export interface UsoDia {
  dia: string;
  peticiones: number;
  limitadas: number;
  errores: number;
}

/** A network (/24, /48) or a program (User-Agent) that a key was used from. */
export interface OrigenLlave {
  valor: string;
  primera_en: string;
  ultima_en: string;
  peticiones: number;
}

/** Who has used a key in 90 days, attempts after its end included. */
export interface RastroLlave {
  dias: UsoDia[];
  operaciones: { dia: string; operacion: string; estado: number; peticiones: number }[];
  redes: OrigenLlave[];
  agentes: OrigenLlave[];
}
