import { parseQuery, type Query } from '../api/query.ts';
import { PanelError } from './errors.ts';

const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** The parameters that a route knows, each at most once. A text that no database can hold is refused. */
export const readQuery = (raw: string, names: readonly string[]): Query => {
  const known = Object.fromEntries(names.map((name) => [name, true]));
  const query = parseQuery(raw, { query: known });
  for (const [name, value] of query) {
    if (UNSTORABLE.test(value)) {
      throw new PanelError('parametro_invalido', `El parámetro «${name}» no es un texto válido.`, {
        campo: name,
      });
    }
  }
  return query;
};
