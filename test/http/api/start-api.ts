import { RATE_LIMIT } from '../../../src/domain/sliding-window.ts';
import { comando, RESTAURANTE_ID } from '../../support/samples.ts';
import {
  type Cleanup,
  type EngineName,
  type KeyOperator,
  type Service,
  startServiceOn,
} from '../../support/service.ts';
import { type Listen, openStream, type StreamReader } from '../../support/stream-reader.ts';
import { type Client, makeClient } from './client.ts';
import { carryOut } from './world.ts';

export interface ServedApi {
  service: Service;
  /** Sends exactly the given request; without a key unless one is given. */
  api: Client;
  /** Sends requests with a key that has every scope and requests left. */
  ask: Client;
  /** Opens a stream, with a key of its own unless one is given. */
  listen(how?: Listen): Promise<StreamReader>;
  /** Sends commands, each of which must be carried out; gives the order ids. */
  carryOut(...comandos: object[]): Promise<string[]>;
}

/** Starts the whole service with the sample restaurant, and clients for it. */
export const startApi = async (
  t: Cleanup,
  engine: EngineName = 'SQLite',
  env: Record<string, string> = {},
): Promise<ServedApi> => {
  const service = await startServiceOn(engine, t, env);
  await carryOut(service, comando.guardarRestaurante());
  const api = makeClient(service.publicUrl);
  return {
    service,
    api,
    ask: withKeys(api, service),
    async listen(how = {}) {
      const isKeyless = how.token === undefined && how.llave === undefined;
      const own = isKeyless ? { token: (await service.makeLlave()).token } : {};
      return openStream(service.publicUrl, { ...own, ...how });
    },
    carryOut: (...comandos) => carryOut(service, ...comandos),
  };
};

/** Changes keys before the rate limit is reached, so that it plays no part. */
export const withKeys = (
  api: Client,
  { makeLlave }: KeyOperator,
  restauranteId = RESTAURANTE_ID,
): Client => {
  let [made, left] = [Promise.resolve({ token: '' }), 0];
  return async (path, ask) => {
    if (left === 0) [made, left] = [makeLlave({ restauranteId }), RATE_LIMIT];
    left -= 1;
    return api(path, { token: (await made).token, ...ask });
  };
};
