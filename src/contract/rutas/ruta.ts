import type Type from 'typebox';
import type { Alcance } from '../alcances.ts';
import type { CodigoError } from '../errores.ts';

export interface Parametro {
  schema: Type.TSchema;
  description: string;
  example: string;
}

export const param = <S extends Type.TSchema>(schema: S, description: string, example: string) => ({
  schema,
  description,
  example,
});

export interface Ruta {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `{base_url}`; each `{name}` has its entry in `params`. */
  path: `/${string}`;
  alcance: Alcance;
  tag: Tag;
  summary: string;
  description: string;
  params: Readonly<Record<string, Parametro>>;
  query: Readonly<Record<string, Parametro>>;
  body?: Type.TSchema;
  response: {
    status: 200 | 201;
    description: string;
    schema: Type.TSchema;
    /** Default: JSON alone. */
    mediaTypes?: readonly string[];
    /** Headers besides those that every answer has. */
    headers?: readonly ('Content-Disposition' | 'X-Posicion' | 'X-Accel-Buffering')[];
  };
  errors: readonly CodigoError[];
}

export const TAGS = {
  Pedidos: 'Los pedidos del restaurante, su historial y sus cifras.',
  Carta: 'La carta: categorías, productos, tamaños y opciones.',
  Eventos: 'Lo que pasa con los pedidos: en directo o leído después.',
  Restaurante: 'El perfil del restaurante y sus zonas de reparto.',
  Webhooks: 'Las URL registradas, sus entregas y la petición que el servicio les envía.',
} as const;

export type Tag = keyof typeof TAGS;

/** The errors that any request may get, in the order of the checks. */
export const COMUNES = [
  'llave_ausente',
  'llave_invalida',
  'llave_revocada',
  'llave_expirada',
  'limite_alcanzado',
  'restaurante_inactivo',
  'metodo_invalido',
  'alcance_insuficiente',
  'parametro_invalido',
  'cuerpo_demasiado_grande',
  'error_interno',
  'no_disponible',
] as const satisfies CodigoError[];

export const LECTURA = { method: 'GET', params: {}, query: {}, errors: COMUNES } as const;
