import type { Setup } from '../rest/setup.ts';
import type { LoadRequest } from '../rest/wrk.ts';
import { GENERATOR_CORE } from '../support/cores.ts';
import { startRemote } from '../support/processes.ts';
import type { ClientApi } from './client.ts';

export const startClient = () =>
  startRemote<ClientApi>(new URL('./client.ts', import.meta.url), GENERATOR_CORE);

/** The request for an export of a restaurant's orders, with its absolute address. */
export const toExport = async (
  { server, withKeys }: Setup,
  restauranteId: string,
  formato: string,
): Promise<LoadRequest> => {
  const path = `/exportacion/pedidos?formato=${formato}`;
  const [asked] = (await withKeys([{ restauranteId, path }])) as [LoadRequest];
  return { ...asked, path: server.publicUrl + asked.path };
};
