import { INGEST, keptKey } from '../admin/kept-key.ts';
import type { Config } from '../config/config.ts';
import type { Context } from './command.ts';
import { withStore } from './store.ts';
import { type Addresses, greet } from './welcome.ts';

interface DemoInput {
  config: Config;
  app: Addresses;
  signal: AbortSignal;
  context: Context;
}

/** Fills and plays the demo, and says what can be done with it. `ended`: the simulator has stopped. */
export const startDemo = async (input: DemoInput): Promise<{ ended: Promise<void> }> => {
  const { config, app, signal, context } = input;
  const { io, clock, randomBytes } = context;
  // Loaded on use: a service without a demo does without its menu.
  const [{ playDemo, prepareDemo }, { makeSend }, { demoBlock }] = await Promise.all([
    import('../demo/demo.ts'),
    import('../demo/door.ts'),
    import('./demo-block.ts'),
  ]);
  const ingestKey = config.ingestKey ?? (await keptKey(INGEST, config.dataDir, randomBytes));
  const send = makeSend({ privateUrl: app.privateUrl, ingestKey });
  const prepared = await withStore(context, (store) =>
    prepareDemo({
      deps: { ...context, store },
      dataDir: config.dataDir,
      send,
      signal,
      onStart: () => io.err('Preparing the demo: 90 days of orders …'),
    }),
  );
  if (signal.aborted) return { ended: Promise.resolve() };
  if (prepared === null) {
    await greet(config, app, context);
    io.err('This database has data already, so the demo leaves it alone.');
    return { ended: Promise.resolve() };
  }
  for (const line of demoBlock(config, app, prepared)) io.out(line);
  if (prepared.refusal !== null) io.err(`Some of the demo was refused: ${prepared.refusal}`);
  const ended = playDemo(prepared, { clock, send, signal, onTrouble: troubleTeller(io.err) });
  return { ended };
};

/** Once is enough: an outage has its own lines in the log. */
const troubleTeller = (say: (line: string) => void) => {
  let told = false;
  return (reason: string): void => {
    if (!told) say(`The demo could not send its orders and goes on trying: ${reason}`);
    told = true;
  };
};
