import assert from 'node:assert/strict';
import type Type from 'typebox';
import type { Entrega, PaginaEntregas } from '../../../../src/contract/recursos/entrega.ts';
import { type Receiver, startReceiver } from '../../../support/receiver/receiver.ts';
import { comando } from '../../../support/samples.ts';
import type { Cleanup, Service } from '../../../support/service.ts';
import { type EngineName, startServiceOn } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { type Client, makeClient } from '../client.ts';
import { carryOut } from '../world.ts';

export type Pagina = Type.Static<typeof PaginaEntregas>;

interface Delivering {
  service: Service;
  api: Client;
  receiver: Receiver;
  /** Where the receiver listens, without TLS. */
  base: string;
  /** The deliveries of a webhook, once `isReady` accepts them. */
  entregas(id: string, isReady: (entregas: readonly Entrega[]) => boolean): Promise<Entrega[]>;
  /** A fresh key each time: polling takes many requests. */
  token(): Promise<string>;
}

/** Starts the whole service and a receiver that its webhooks may reach. */
export const startDelivering = async (engine: EngineName, t: Cleanup): Promise<Delivering> => {
  const receiver = await startReceiver(t);
  const service = await startServiceOn(engine, t, { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
  const api = makeClient(service.publicUrl);
  await carryOut(service, comando.guardarRestaurante());
  const token = async () => (await service.makeLlave()).token;
  return {
    service,
    api,
    receiver,
    base: `http://127.0.0.1:${receiver.ports.http}`,
    token,
    async entregas(id, isReady) {
      let found: Entrega[] = [];
      await until(async () => {
        const reply = await api<Pagina>(`/webhooks/${id}/entregas`, { token: await token() });
        assert.equal(reply.status, 200, reply.text);
        found = reply.body.datos;
        return isReady(found);
      });
      return found;
    },
  };
};
