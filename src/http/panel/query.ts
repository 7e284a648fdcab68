import Type from 'typebox';
import { withDefault } from '../../contract/scalars.ts';
import { convertQuery, type Parameters, parseQuery, type Values } from '../api/query.ts';
import { PanelError } from './errors.ts';

/** PostgreSQL refuses some texts as parameters: a text that cannot be an id is not looked up. */
export const PANEL_ID = /^[\w-]{1,100}$/;

const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

export const TEXT = { schema: Type.String() };

export const integer = (minimum: number, maximum: number, byDefault: number) => ({
  schema: withDefault(Type.Integer({ minimum, maximum }), byDefault),
});

/** The values of a route's parameters. Refuses a text that no database can hold. */
export const readParameters = <P extends Parameters>(raw: string, parameters: P): Values<P> => {
  const given = parseQuery(raw, parameters);
  for (const [name, value] of given) {
    if (UNSTORABLE.test(value)) {
      throw new PanelError('parametro_invalido', `El parámetro «${name}» no es un texto válido.`, {
        campo: name,
      });
    }
  }
  return convertQuery(given, parameters);
};
