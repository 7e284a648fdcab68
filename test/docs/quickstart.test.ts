import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as runner from 'node:test';
import { type TestContext, test } from 'node:test';
import { collectOutput } from '../support/machine/collect-output.ts';
import { makeFolder } from '../support/machine/folder.ts';
import { comando } from '../support/samples.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startDocs } from './docs-server.ts';

const SERVICE = join(import.meta.dirname, '..', '..');
const TIMEOUT_MS = 600_000;

const service = await startService(runner);
await service.command(comando.guardarRestaurante(), ...comando.crearVarios(3));
const { token } = await service.makeLlave();
const docs = startDocs(service.publicUrl);

const blocks = async (path: string): Promise<string[]> =>
  [...(await docs.get(path)).body.matchAll(/```(?:sh|sql)\n([\s\S]*?)```/g)].map(([, text = '']) =>
    text.trim(),
  );

test('the quickstart works as it is pasted', { timeout: TIMEOUT_MS }, async (t) => {
  const pasted = await blocks('/docs/en/quickstart.md');
  assert.deepEqual(
    await blocks('/docs/es/inicio-rapido.md'),
    pasted,
    'both languages say the same',
  );
  const [settings = '', curl = '', name = '', listen = '', once_ = '', follow = '', sql = ''] =
    pasted;
  assert.equal(pasted.length, 7);
  assert.match(settings, new RegExp(`COMANDA_URL=${service.publicUrl}$`, 'm'));

  const cwd = makeFolder();
  const prelude = [
    settings.replace(/svc_live_\w+/, token),
    // The function is defined in the folder of the service, and used in an empty one. `exec` lets the signals of a
    // terminal reach the command without the shell.
    ...[`cd '${SERVICE}'`, name.replace('{ node', '{ exec node'), `cd '${cwd}'`],
  ].join('\n');
  const start = (command: string) => paste(t, cwd, `${prelude}\n${command}`);

  const asked = start(curl);
  assert.equal(await asked.ended, 0, asked.output());
  assert.match(asked.output(), /"datos":\[\{"id":"ped_/);

  const listening = start(listen);
  await until(() => listening.output().split('pedido.nuevo').length > 3);
  await service.command(comando.crear());
  await until(() => listening.output().split('pedido.nuevo').length > 4);
  assert.equal(await listening.interrupt(), 0, listening.output());

  const copied = start(once_);
  assert.equal(await copied.ended, 0, copied.output());
  assert.match(copied.output(), /^0 differences/m);

  const following = start(follow);
  const answer = (): Record<string, unknown>[] => {
    const db = new DatabaseSync(join(cwd, 'pedidos.db'), { readOnly: true });
    try {
      return db.prepare(sql).all();
    } catch {
      // A sync is writing to the file.
      return [];
    } finally {
      db.close();
    }
  };
  await until(() => answer()[0]?.['pedidos'] === 4);
  await service.command(comando.crear());
  await until(() => answer()[0]?.['pedidos'] === 5);
  assert.equal(await following.interrupt(), 0, following.output());
});

/** Runs text as if it were pasted into a terminal. */
const paste = (t: TestContext, cwd: string, text: string) => {
  const { PATH } = process.env;
  const env = { PATH, HOME: cwd };
  const child = spawn('sh', ['-c', text], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    output: collectOutput(child.stdout, child.stderr),
    ended,
    interrupt(): Promise<number | null> {
      child.kill('SIGINT');
      return ended;
    },
  };
};
