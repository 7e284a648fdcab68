import type Type from 'typebox';
import type { Alcance } from '../alcances.ts';
import { type Bilingual, both } from '../bilingual.ts';
import type { CodigoError } from '../errores.ts';

export interface Parametro {
  schema: Type.TSchema;
  description: Bilingual;
  example: string;
  /** Of a query: without it the operation refuses. */
  required?: boolean;
}

/** The parameters that the contract gives an operation. */
export type Parameters = Readonly<Record<string, Pick<Parametro, 'schema'>>>;

/** The values of the parameters. One that is not given and has no default is null, or empty if it is a list. */
export type Values<P extends Parameters> = { [Name in keyof P]: ValueOf<P[Name]['schema']> };
type ValueOf<S extends Type.TSchema> =
  | Type.StaticDecode<S>
  | (S extends { default: unknown } | Type.TArray ? never : null);

export const param = <S extends Type.TSchema>(
  schema: S,
  es: string,
  en: string,
  example: string,
) => ({ schema, description: both(es, en), example });

/** A value as the document shows it, and what it is an example of. */
export interface Example<T = unknown> {
  summary: Bilingual;
  value: T;
}

export const example = <T>(es: string, en: string, value: NoInfer<T>): Example<T> => ({
  summary: both(es, en),
  value,
});

type Examples<S extends Type.TSchema> = Readonly<Record<string, Example<Type.Static<S>>>>;

export interface Ruta {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `{base_url}`; each `{name}` has its entry in `params`. */
  path: `/${string}`;
  alcance: Alcance;
  tag: Tag;
  summary: Bilingual;
  description: Bilingual;
  params: Readonly<Record<string, Parametro>>;
  query: Readonly<Record<string, Parametro>>;
  body?: Type.TSchema;
  bodyExamples?: Examples<Type.TSchema>;
  bodyBytesMax?: number;
  response: {
    status: 200 | 201;
    description: Bilingual;
    schema: Type.TSchema;
    examples: Examples<Type.TSchema>;
    /** Default: JSON alone. */
    mediaTypes?: readonly string[];
    /** Headers besides those that every answer has. */
    headers?: readonly ('Content-Disposition' | 'X-Posicion' | 'X-Accel-Buffering')[];
  };
  errors: readonly CodigoError[];
}

export const TAGS = {
  Pedidos: both(
    'Los pedidos del restaurante, su historial y sus cifras.',
    'The orders of the restaurant, their history and their figures.',
  ),
  Cierres: both(
    'Los meses cerrados, con su sello y lo que ha cambiado desde entonces.',
    'The closed months, with their seal and what has changed since.',
  ),
  Carta: both(
    'La carta: categorías, productos, tamaños y opciones.',
    'The menu: categories, products, sizes and options.',
  ),
  Eventos: both(
    'Lo que pasa con los pedidos: en directo o leído después.',
    'What happens to orders: live, or read later.',
  ),
  Restaurante: both(
    'El perfil del restaurante y sus zonas de reparto.',
    'The profile of the restaurant and its delivery zones.',
  ),
  Webhooks: both(
    'Las URL registradas, sus entregas y la petición que el servicio les envía.',
    'Registered URLs, the deliveries to them, and the request that the service sends.',
  ),
} as const;

type Tag = keyof typeof TAGS;

const answer =
  <Status extends 200 | 201>(status: Status) =>
  <S extends Type.TSchema>(es: string, en: string, schema: S, examples: Examples<S>) => ({
    status,
    description: both(es, en),
    schema,
    examples,
  });

export const ok = answer(200);
export const created = answer(201);

export const takes = <S extends Type.TSchema>(
  body: S,
  bodyExamples: Examples<S>,
  bodyBytesMax: number,
) => ({ body, bodyExamples, bodyBytesMax });

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
