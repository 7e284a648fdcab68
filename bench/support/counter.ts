import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { cpuSeconds } from './cores.ts';

/**
 * Instructions are the same on a busy machine; processor time grows there, because caches are shared. Where `perf`
 * cannot count instructions, as on most rented machines of CI, processor time has to do.
 */
export type Unit = 'instructions' | 'processor time';

/** Those of the process itself, or those of the system on its behalf too. */
type Event = 'instructions:u' | 'instructions';

export const findUnit = (event: Event): Unit => {
  const { status, stderr } = spawnSync('perf', ['stat', '-x,', '-e', event, 'true'], {
    encoding: 'utf8',
  });
  return status === 0 && /^\d+,/m.test(stderr) ? 'instructions' : 'processor time';
};

/** The work of all threads of a process for `run`. */
export const count = (unit: Unit, pid: number, run: () => Promise<void>): Promise<number> =>
  unit === 'instructions'
    ? countInstructions('instructions:u', [pid], run)
    : countSeconds(pid, run);

const countSeconds = async (pid: number, run: () => Promise<void>): Promise<number> => {
  const before = cpuSeconds(pid);
  await run();
  return cpuSeconds(pid) - before;
};

const countInstructions = async (
  event: Event,
  pids: readonly number[],
  run: () => Promise<void>,
): Promise<number> => {
  const stop = await startCounting(event, pids);
  await run();
  return await stop();
};

/**
 * Counts the instructions of processes, their threads and what they start meanwhile. Rejects if one of them has ended;
 * the function that it gives ends the count.
 */
export const startCounting = async (
  event: Event,
  pids: readonly number[],
): Promise<() => Promise<number>> => {
  const args = ['stat', '-x,', '-e', event, '-p', pids.join(), '-D', '-1', '--control', 'fd:3,4'];
  const perf = spawn('perf', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  const [, , , orders, answers] = perf.stdio as unknown as [null, null, null, Duplex, Duplex];
  // Its end is told by the exit below.
  for (const pipe of [orders, answers]) pipe.on('error', () => {});
  const output = perf.stderr === null ? Promise.resolve('') : text(perf.stderr);
  const ended = once(perf, 'exit');
  const order = async (what: 'enable' | 'disable'): Promise<void> => {
    orders.write(`${what}\n`);
    const first = await Promise.race([once(answers, 'data'), ended.then(() => null)]);
    if (first === null) throw new Error(`perf ended: ${await output}`);
  };
  await order('enable');
  return async () => {
    await order('disable');
    perf.kill('SIGINT');
    const [, counted] = /^(\d+),/m.exec(await output) ?? [];
    if (counted === undefined) throw new Error(`perf counted nothing: ${await output}`);
    return Number(counted);
  };
};
