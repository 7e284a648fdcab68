import type { ApiRequest } from '../../../src/http/api/handler.ts';
import { makePrincipals } from '../../../src/http/principal.ts';
import type { Llave } from '../../../src/storage/port/accounts.ts';

/** No test that calls a handler by itself waits for the end of its key. */
const { ofKey } = makePrincipals({} as never);

/** A request for a test that calls a handler by itself. */
export const apiRequest = ({
  llave,
  ...given
}: { llave: Llave } & Partial<ApiRequest>): ApiRequest => ({
  method: 'GET',
  headers: {},
  requestId: 'x',
  httpVersion: '1.1',
  isGone: () => false,
  principal: ofKey(llave),
  restauranteId: llave.restauranteId,
  params: {},
  query: '',
  body: undefined,
  ...given,
});
