import { until } from '../../test/support/until.ts';
import type { LoadOptions, Rig } from '../rig/rig.ts';
import type { Scenario } from '../scenario.ts';

export const PROCESSES = 3;

/** A small load, because the checks read the history of every order. */
export const LIGHT_LOAD: LoadOptions = {
  producers: 1,
  readers: 1,
  pace: { batchMax: 3, abandons: 0, timeoutMs: 80_000 },
};

/** Rolls out a new version: stops and restarts processes one after the other. */
export const rolling: Scenario = {
  name: 'rolling',
  about: 'three processes replaced one after another',
  engines: ['postgres'],
  rounds: 6,
  prepare: () => ({ rig: { servers: PROCESSES }, play: replaceOneByOne, check: checkReplaced }),
};

/** Replaces each process under load, `rounds` times. */
export const replaceOneByOne = async (rig: Rig, rounds: number): Promise<void> => {
  const stopLoad = rig.startLoad(LIGHT_LOAD);
  await acknowledged(rig, 10);
  for (let turn = 0; turn < rounds * PROCESSES; turn += 1) {
    const index = turn % PROCESSES;
    await rig.processes.stop(index);
    // The others carry on without it.
    await acknowledged(rig, 10);
    await rig.processes.start(index);
    await acknowledged(rig, 10);
  }
  await stopLoad();
};

/** No request fails or is refused, no delivery is repeated, and every stream reconnects. */
export const checkReplaced = (rig: Rig): string[] => {
  const apis = rig.restaurantes.map(rig.api);
  const unconnected = rig.listeners.filter((listener) => listener.connections() < 2);
  const repeated = rig.tally.get('duplicates') ?? 0;
  return [
    ...[...rig.sent.broken, ...apis.flatMap(({ broken }) => broken)],
    ...[...rig.sent.refused, ...apis.flatMap(({ refused }) => refused)],
    ...unconnected.map(({ name }) => `${name} never reconnected`),
    ...(repeated === 0 ? [] : [`${repeated} deliveries were repeated by processes that stopped`]),
  ];
};

/** Waits until `count` more commands are acknowledged. */
export const acknowledged = (rig: Rig, count: number): Promise<void> => {
  const before = rig.sent.acknowledged();
  return until(() => rig.sent.acknowledged() >= before + count);
};
