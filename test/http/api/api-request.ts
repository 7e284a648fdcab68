import type { Wire } from '../../../src/http/api/handler.ts';
import { makePrincipals } from '../../../src/http/principal.ts';
import type { Llave } from '../../../src/storage/port/accounts.ts';

/** No test that calls a handler by itself waits for the end of its key. */
const { ofKey } = makePrincipals({} as never);

/** A request for a test that calls a handler by itself. */
export const apiRequest = <Query>({
  llave,
  ...given
}: {
  llave: Llave;
  query: Query;
  params?: Record<string, string>;
} & Partial<Wire>) => ({
  method: 'GET',
  headers: {},
  requestId: 'x',
  httpVersion: '1.1',
  search: '',
  isGone: () => false,
  principal: ofKey(llave),
  restauranteId: llave.restauranteId,
  params: {},
  body: undefined,
  ...given,
});
