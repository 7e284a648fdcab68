import { Buffer } from 'node:buffer';
import { type Answer, JSON_HEADERS } from '../wire/answer.ts';

/** Every error of the panel's API: status beside code. */
const ERRORES_PANEL = {
  parametro_invalido: 400,
  clave_debil: 400,
  sesion_ausente: 401,
  credenciales_invalidas: 401,
  peticion_rechazada: 403,
  sin_permiso: 403,
  no_encontrado: 404,
  metodo_invalido: 405,
  conflicto: 409,
  falta_caducidad: 409,
  enlace_invalido: 410,
  cuerpo_demasiado_grande: 413,
  tipo_no_soportado: 415,
  demasiados_intentos: 429,
  limite_alcanzado: 429,
  error_interno: 500,
  no_disponible: 503,
} as const;

export type CodigoPanel = keyof typeof ERRORES_PANEL;

export const isCodigoPanel = (codigo: string): codigo is CodigoPanel =>
  Object.hasOwn(ERRORES_PANEL, codigo);

interface Extra {
  /** JSON pointer into the body, or the name of a query parameter. */
  campo?: string | undefined;
  valoresValidos?: string | readonly string[] | undefined;
  headers?: readonly string[];
}

/** Thrown by handlers; the message goes to the browser as it is, in Spanish. */
export class PanelError extends Error {
  override name = 'PanelError';
  readonly codigo: CodigoPanel;
  readonly extra: Extra;

  constructor(codigo: CodigoPanel, message: string, extra: Extra = {}) {
    super(message);
    this.codigo = codigo;
    this.extra = extra;
  }
}

export const errorAnswer = ({ codigo, message, extra }: PanelError): Answer => {
  const { campo, valoresValidos, headers = [] } = extra;
  const body = { ok: false, error: message, codigo, campo, valores_validos: valoresValidos };
  return {
    status: ERRORES_PANEL[codigo],
    headers: [...JSON_HEADERS, ...headers],
    body: Buffer.from(JSON.stringify(body)),
  };
};

export const notFound = (what = 'No existe.'): PanelError => new PanelError('no_encontrado', what);

export const tooMany = (waitMs: number): PanelError => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new PanelError(
    'demasiados_intentos',
    `Demasiados intentos. Espere ${seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`}.`,
    { headers: ['Retry-After', String(seconds)] },
  );
};
