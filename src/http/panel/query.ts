import Type from 'typebox';
import type { Parameters, Values } from '../../contract/rutas/ruta.ts';
import { withDefault } from '../../contract/scalars.ts';
import { readQuery } from '../api/query.ts';
import { invalid } from './errors.ts';

/** PostgreSQL refuses some texts as parameters: a text that cannot be an id is not looked up. */
export const PANEL_ID = /^[\w-]{1,100}$/;

const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

export const TEXT = { schema: Type.String() };

export const integer = (minimum: number, maximum: number, byDefault: number) => ({
  schema: withDefault(Type.Integer({ minimum, maximum }), byDefault),
});

/** The values of a route's parameters. Refuses a text that no database can hold. */
export const readParameters = <P extends Parameters>(raw: string, parameters: P): Values<P> => {
  const values = readQuery(raw, parameters);
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string' || !UNSTORABLE.test(value)) continue;
    throw invalid(name, `El parámetro «${name}» no es un texto válido.`);
  }
  return values;
};
