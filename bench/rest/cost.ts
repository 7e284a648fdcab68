import { setTimeout as sleep } from 'node:timers/promises';
import { comando } from '../../test/support/samples.ts';
import { cpuSeconds } from '../support/cores.ts';
import { ndjson } from '../support/lifecycles.ts';
import { progress } from '../support/progress.ts';
import { median } from '../support/report.ts';
import { sendCommands } from '../support/send.ts';
import { backendPids } from './backends.ts';
import { type Question, readPage } from './questions.ts';
import type { Scene } from './scene.ts';

const ROUNDS = 3;
/** Until a server has put down what it was doing when its answer left. */
const SETTLE_MS = 2;

/**
 * What answers cost that nobody has asked for since the restaurant's log last moved: before each one
 * an order is changed, so that neither answers nor totals are remembered. Median microseconds for each
 * question, asked in turns.
 *
 * The measure is processor time, of the server and of the database's own processes: on loopback, a
 * single client's throughput tells of the socket, and the time to an answer of whatever else the
 * machine does. It is taken around each answer, so that a checkpoint or a collection of garbage is an
 * outlier instead of a share.
 */
export const costsOf = async (
  title: string,
  scene: Scene,
  questions: readonly Question[],
): Promise<number[]> => {
  const change = makeChanges(scene);
  const spent = await makeMeter(scene);
  const cost = async (question: Question): Promise<number> => {
    const [request] = await scene.ask([question]);
    await change(question.restauranteId);
    await sleep(SETTLE_MS);
    const before = spent();
    await scene.client.get(request);
    await sleep(SETTLE_MS);
    return (spent() - before) * 1e6;
  };
  for (const question of questions) {
    for (let i = 0; i < scene.scale.costWarmUps; i += 1) await cost(question);
  }
  const measured: number[][] = questions.map(() => []);
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [q, question] of questions.entries()) {
      progress(`${title}: ${q + 1} of ${questions.length}, round ${round} of ${ROUNDS}`);
      for (let i = 0; i < scene.scale.costRepeats; i += 1) measured[q]?.push(await cost(question));
    }
  }
  return measured.map(median);
};

/** Seconds of processor so far. The database's connections are open by now. */
const makeMeter = async ({ server, dataset }: Scene) => {
  const { databaseUrl } = dataset.place;
  const pids = [server.pid, ...(databaseUrl === undefined ? [] : await backendPids(databaseUrl))];
  const spent = new Map<number, number>();
  // A process of the database that has ended in between has not given its time back.
  const look = (pid: number): void => {
    try {
      spent.set(pid, cpuSeconds(pid));
    } catch {}
  };
  return (): number => {
    pids.forEach(look);
    return pids.reduce((sum, pid) => sum + (spent.get(pid) ?? 0), 0);
  };
};

/** Moves a restaurant's log by changing its newest order. */
const makeChanges = (scene: Scene) => {
  const newest = new Map<string, string>();
  let changes = 0;
  return async (restauranteId: string): Promise<void> => {
    let id = newest.get(restauranteId);
    if (id === undefined) {
      id = (await readPage(scene, restauranteId, '/pedidos?limite=1')).datos[0]?.id ?? '';
      newest.set(restauranteId, id);
    }
    changes += 1;
    const cambios = { instrucciones: `Cambio ${changes}` };
    const command = comando.anotar(id, cambios, { restaurante_id: restauranteId });
    const { refused } = await sendCommands(scene.server, [ndjson([command])]);
    if (refused > 0) throw new Error('a change was refused');
  };
};
