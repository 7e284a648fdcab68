import { beginMeasurement } from '../support/progress.ts';
import { measureAll } from './measure.ts';
import { writeCosts } from './write.ts';

const SCALE = { rounds: 4, seconds: 4 };

/** `npm run bench -- capacity`: measures the costs on this machine and ships them with `comanda capacity`. */
export const runCapacity = async (): Promise<void> => {
  beginMeasurement('capacity', 'costs');
  const costs = await measureAll(SCALE);
  writeCosts(costs);
  process.stdout.write(`${JSON.stringify(costs, null, 2)}\n`);
};
