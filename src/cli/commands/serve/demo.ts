import { INGEST_KEY_FILE, readOrCreateKey } from '../../../admin/key-file.ts';
import type { Config } from '../../../config/config.ts';
import type { Context } from '../../command.ts';
import { withStore } from '../../store.ts';
import { type Addresses, printWelcome } from './welcome.ts';

interface DemoInput {
  config: Config;
  app: Addresses;
  signal: AbortSignal;
  context: Context;
}

/** Fills the demo, starts its simulator and prints what can be done with it; null where there is no demo. */
export const startDemo = async (input: DemoInput): Promise<{ ended: Promise<void> } | null> => {
  const { config, app, signal, context } = input;
  const { io, clock, randomBytes } = context;
  // Loaded on use: a service without a demo does without its menu.
  const [{ playDemo, prepareDemo }, { makeSend }, { demoWelcome }] = await Promise.all([
    import('../../../demo/demo.ts'),
    import('../../../demo/private-door.ts'),
    import('./demo-welcome.ts'),
  ]);
  const ingestKey =
    config.ingestKey ?? (await readOrCreateKey(INGEST_KEY_FILE, config.dataDir, randomBytes));
  const send = makeSend({ privateUrl: app.privateUrl, ingestKey });
  const onStart = () => io.err('Preparing the demo: 90 days of orders …');
  const prepared = await withStore(context, (deps) =>
    prepareDemo({ deps, dataDir: config.dataDir, send, signal, onStart }),
  );
  if (signal.aborted) return null;
  if (prepared === null) {
    await printWelcome(config, app, context);
    io.err('This database has data already, so the demo leaves it alone.');
    return null;
  }
  for (const line of demoWelcome(config, app, prepared)) io.out(line);
  if (prepared.refusal !== null) io.err(`Some of the demo was refused: ${prepared.refusal}`);
  let isTold = false;
  const onTrouble = (reason: string): void => {
    // Once is enough: an outage has its own lines in the log.
    if (!isTold) io.err(`The demo could not send its orders and goes on trying: ${reason}`);
    isTold = true;
  };
  return { ended: playDemo(prepared, { clock, send, signal, onTrouble }) };
};
