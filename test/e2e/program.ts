import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { installComanda, type Running, said } from '../cli/comanda.ts';
import { INGEST_KEY, readAnswers, toBody, WITH_KEY } from '../http/service.ts';
import { comando, RESTAURANTE_ID } from '../support/samples.ts';

const READY = /^ {2}Public +(\S+)\/api$[\s\S]*?^ {2}Private +(\S+)\/commands$/m;

/** The real program in a process of its own, that can be killed and started again on its data. */
export const installProgram = (t: TestContext, env: Record<string, string> = {}) => {
  const { run, start } = installComanda(t);
  const settings = { INGEST_KEY, PORT: '0', PRIVATE_PORT: '0', LOG_LEVEL: 'warn', ...env };
  let running: Running | null = null;
  let privateUrl = '';

  return {
    /** Starts it; resolves with where its public side is. */
    async start(): Promise<string> {
      running = start(['serve', '--no-demo'], { env: settings });
      const [, publicUrl = '', url = ''] = await said(running, 'stderr', READY);
      privateUrl = url;
      return publicUrl;
    },
    async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      const child = running?.child;
      if (child === undefined) throw new Error('it is not running');
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
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
