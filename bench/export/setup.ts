import type { Question } from '../rest/questions.ts';
import type { Setup } from '../rest/setup.ts';
import type { LoadRequest } from '../rest/wrk.ts';
import { GENERATOR_CORE } from '../support/cores.ts';
import { startRemote } from '../support/processes.ts';
import type { ClientApi } from './client.ts';

export const startClient = () =>
  startRemote<ClientApi>(new URL('./client.ts', import.meta.url), GENERATOR_CORE);

/** Questions to our server, with whole addresses. */
export const toRequests = async (
  { server, withKeys }: Setup,
  questions: readonly Question[],
): Promise<LoadRequest[]> =>
  (await withKeys(questions)).map((each) => ({ ...each, path: server.publicUrl + each.path }));

export const toExport = async (
  setup: Setup,
  restauranteId: string,
  formato: string,
): Promise<LoadRequest> => {
  const path = `/exportacion/pedidos?formato=${formato}`;
  const [request] = await toRequests(setup, [{ restauranteId, path }]);
  return request ?? { path };
};
