import type { TestContext } from 'node:test';
import { installComanda } from '../cli/comanda.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';
import { type Server, startServer } from '../support/server.ts';
import { INGEST_KEY, readAnswers, toBody, WITH_KEY } from '../support/service.ts';

/** The real program in a process of its own, that can be killed and started again on its data. */
export const installProgram = (t: TestContext, env: Record<string, string> = {}) => {
  const { run, dataDir } = installComanda(t);
  let running: Server | null = null;
  let privateUrl = '';

  return {
    /** Starts it; resolves with where its public side is. */
    async start(): Promise<string> {
      running = await startServer(t, { env: { INGEST_KEY, DATA_DIR: dataDir, ...env } });
      privateUrl = running.privateUrl;
      return running.publicUrl;
    },
    async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      await running?.stop(signal);
    },
    /** Ids of the events that these commands gave, in order. */
    async events(...commands: readonly object[]): Promise<string[]> {
      const response = await fetch(`${privateUrl}/commands`, {
        method: 'POST',
        headers: WITH_KEY,
        body: toBody(commands),
      });
      return readAnswers(await response.text()).map(({ evento_id, error }) => {
        if (!evento_id) throw new Error(`no event: ${error}`);
        return evento_id;
      });
    },
    async createRestaurant(): Promise<void> {
      await fetch(`${privateUrl}/commands`, {
        method: 'POST',
        headers: WITH_KEY,
        body: toBody([comando.guardarRestaurante()]),
      });
    },
    async createKey(): Promise<{ id: string; token: string }> {
      const scopes = ['--restaurant', RESTAURANTE_ID, '--scopes', 'stream.escuchar,pedidos.leer'];
      const { stdout, stderr } = await run(['keys', 'create', '--json', ...scopes], { env });
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
};
