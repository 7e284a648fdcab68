import assert from 'node:assert/strict';
import Value from 'typebox/value';
import type { CodigoError } from '../../../src/contract/errores.ts';
import { ErrorBody } from '../../../src/contract/errores.ts';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** An error has the status of its code and the one body that the contract gives. */
export const assertError = async (response: Response, codigo: CodigoError, status: number) => {
  const body: unknown = await response.json();
  assert.deepEqual(Value.Errors(ErrorBody, body), []);
  assert.partialDeepStrictEqual(body, { ok: false, codigo });
  assert.equal(response.status, status);
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.match(response.headers.get('x-request-id') ?? '', /^[\w.-]+$/);
  return body as ErrorBody;
};
