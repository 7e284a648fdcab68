import assert from 'node:assert/strict';
import type Type from 'typebox';
import type { Entrega, PaginaEntregas } from '../../../../src/contract/recursos/entrega.ts';
import { type Receiver, startReceiver } from '../../../support/receiver/receiver.ts';
import type { Cleanup, EngineName } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { type ServedApi, startApi } from '../start-api.ts';

export type Pagina = Type.Static<typeof PaginaEntregas>;

interface Delivering extends ServedApi {
  receiver: Receiver;
  /** Where the receiver listens, without TLS. */
  base: string;
  /** The deliveries of a webhook, once `isReady` accepts them. */
  entregas(id: string, isReady: (entregas: readonly Entrega[]) => boolean): Promise<Entrega[]>;
}

/** Starts the whole service and a receiver that its webhooks may reach. */
export const startDelivering = async (engine: EngineName, t: Cleanup): Promise<Delivering> => {
  const receiver = await startReceiver(t);
  const served = await startApi(t, engine, { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' });
  return {
    ...served,
    receiver,
    base: `http://127.0.0.1:${receiver.ports.http}`,
    async entregas(id, isReady) {
      let found: Entrega[] = [];
      await until(async () => {
        const reply = await served.ask<Pagina>(`/webhooks/${id}/entregas`);
        assert.equal(reply.status, 200, reply.text);
        found = reply.body.datos;
        return isReady(found);
      });
      return found;
    },
  };
};
