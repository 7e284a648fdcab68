import type { ApiRequest } from '../../../src/http/api/handler.ts';

/** A request for a test that calls a handler by itself. */
export const apiRequest = (given: Pick<ApiRequest, 'llave'> & Partial<ApiRequest>): ApiRequest => ({
  method: 'GET',
  headers: {},
  requestId: 'x',
  httpVersion: '1.1',
  isGone: () => false,
  params: {},
  query: '',
  body: undefined,
  ...given,
});
