import { startApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { freePort, startSite } from '../support/machine/loopback.ts';
import { comando } from '../support/samples.ts';
import {
  type Cleanup,
  INGEST_KEY,
  makeKeyOperator,
  openTestStore,
  sendCommands,
} from '../support/service.ts';

/** A service that can be started again at the same address, on the same data. */
export const startRestartable = async (t: Cleanup) => {
  const [port, privatePort] = [await freePort(), await freePort()];
  const config = {
    ...loadConfig({ LOG_LEVEL: 'silent', INGEST_KEY, DATA_DIR: makeFolder() }),
    port,
    privatePort,
  };
  let app = await startApp(config);
  const store = await openTestStore(config);
  t.after(async () => {
    await app.stop();
    await store.close();
  });
  const send = (...lines: object[]) => sendCommands(app.privateUrl, lines);
  await send(comando.guardarRestaurante());
  return {
    ...makeKeyOperator(store),
    url: app.publicUrl,
    /** Creates an order; gives the id of its event. */
    create: async () => String((await send(comando.crear()))[0]?.evento_id),
    send,
    dataDir: config.dataDir,
    /** `between` may change the data while the service is stopped. */
    async restart(between?: () => void): Promise<void> {
      await app.stop();
      between?.();
      app = await startApp(config);
    },
  };
};

/** A stream that begins after a gap, as every ping of the connection says, with two events; gives its address. */
export const startResetStream = (t: Cleanup): Promise<string> =>
  startSite(t, (_, response) => {
    const ping = 'event: conexion.ping\ndata: {"reanudacion":"reiniciada"}\n\n';
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const id of ['evt_1', 'evt_2']) {
      response.write(`${ping}event: pedido.nuevo\nid: ${id}\ndata: {"id":"${id}"}\n\n`);
    }
  });
