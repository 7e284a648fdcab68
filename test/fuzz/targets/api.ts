import fc from 'fast-check';
import type { Ruta } from '../../../src/contract/rutas/ruta.ts';
import { OPERACIONES, type Operacion, RUTAS } from '../../../src/contract/rutas/rutas.ts';
import { record, weighted } from '../../support/values/properties.ts';
import { assertApiAnswer } from '../checks.ts';
import { fromSchema } from '../inputs/from-schema.ts';
import { anyRealValue, realValue } from '../inputs/real-values.ts';
import {
  aKey,
  bodyLike,
  methodLike,
  type RequestCase,
  sendRequest,
  someHeaders,
} from '../inputs/request.ts';
import { mutated, oddText } from '../inputs/text.ts';
import { target } from './target.ts';

/** A value in a URL: raw, encoded, encoded twice, or in upper case. */
const written = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(value, fc.constantFrom('raw', 'once', 'once', 'once', 'twice', 'upper'))
    .map(([text, how]) => {
      const known = text.startsWith('<<') || how === 'raw';
      const once = known ? text : encodeURIComponent(text.toWellFormed());
      if (how === 'twice' && !known) return encodeURIComponent(once);
      return how === 'upper' && !known ? once.toUpperCase() : once;
    });

/** Values that fit a parameter's name and schema, among others that do not. */
const fittingOrNot = (
  name: string,
  { schema, example }: Ruta['query'][string],
): fc.Arbitrary<string> => {
  const real = /cursor/.test(name)
    ? realValue('cursor')
    : /despues|last-event/i.test(name)
      ? realValue('evento')
      : anyRealValue;
  const fitting = fromSchema(schema).map((value) =>
    Array.isArray(value) ? value.join(',') : String(value),
  );
  return weighted(
    [3, written(fitting)],
    [1, written(fc.constant(example))],
    [2, written(real)],
    [3, written(oddText)],
  );
};

const pair = (name: string, parameter: Ruta['query'][string]): fc.Arbitrary<string> =>
  fc
    .tuple(
      weighted([9, fc.constant(name)], [1, written(fc.constant(name))], [1, oddText]),
      fittingOrNot(name, parameter),
      fc.constantFrom('=', '=', '=', '=', '', '=='),
    )
    .map((parts) => parts[0] + parts[2] + parts[1]);

const queryOf = ({ query }: Ruta): fc.Arbitrary<string> => {
  const known = Object.entries(query).map(([name, parameter]) => pair(name, parameter));
  const stray = fc.tuple(oddText, oddText).map(([name, value]) => `${name}=${value}`);
  const one = known.length === 0 ? stray : weighted([9, fc.oneof(...known)], [1, stray]);
  return fc
    .tuple(fc.array(one, { maxLength: 4 }), fc.constantFrom('&', '&', '&', ';', '&&'))
    .map(([pairs, by]) => (pairs.length === 0 ? '' : `?${pairs.join(by)}`));
};

const pathOf = (ruta: Ruta): fc.Arbitrary<string> => {
  const id = ruta.path.startsWith('/webhooks') ? realValue('webhook') : realValue('pedido');
  const part = weighted([5, id], [1, anyRealValue], [2, written(oddText)]);
  const right = ruta.path.includes('{')
    ? part.map((each) => ruta.path.replace(/\{\w+\}/, each))
    : fc.constant(ruta.path);
  return weighted([9, right], [1, mutated(right)]);
};

const inAddress = fc.constant<RequestCase['who']>({ llave: 'a' });

const requestOf = (operacion: Operacion): fc.Arbitrary<RequestCase> => {
  const ruta: Ruta = RUTAS[operacion];
  const headers =
    ruta.body === undefined
      ? someHeaders
      : someHeaders.map((some): [string, string][] => [
          ['Content-Type', 'application/json'],
          ...some,
        ]);
  return record({
    who: 'llave' in ruta.query ? fc.oneof(aKey, inAddress) : aKey,
    method: methodLike(ruta.method),
    target: fc.tuple(pathOf(ruta), queryOf(ruta)).map(([path, query]) => `/api${path}${query}`),
    headers,
    body: bodyLike(ruta.body),
    chunked: fc.boolean(),
  });
};

/** Every operation of the route table, with its parameters, body and headers as its schemas say, or nearly. */
export const api = target<RequestCase>({
  name: 'api',
  runs: 700,
  cases: fc.oneof(...OPERACIONES.map(requestOf)),
  async attack(request, server) {
    assertApiAnswer(request, await sendRequest(server.publicUrl, request, server));
  },
});
