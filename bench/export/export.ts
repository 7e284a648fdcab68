import { ENGINES, type EngineName } from '../budget.ts';
import type { Databases } from '../rest/data/databases.ts';
import { type Prepared, prepare, withSetup } from '../rest/setup.ts';
import type { Scale } from '../scale.ts';
import { NO_CORE } from '../support/cores.ts';
import type { Runner } from '../support/runner.ts';
import { convertedFiles } from './figures/files.ts';
import { mirrorSpeed } from './figures/mirror.ts';
import { neighbour } from './figures/neighbour.ts';
import { wholeHistory } from './figures/whole.ts';

/** Exports of all orders of a restaurant as one file, from the databases that the area `rest` has loaded. */
export const benchExport = async (
  { measure }: Runner,
  databases: Databases,
  { rest, export: scale }: Pick<Scale, 'rest' | 'export'>,
): Promise<void> => {
  for (const [engine, label] of Object.entries(ENGINES)) {
    const prepared = (): Promise<Prepared> => prepare(databases.of(engine as EngineName), rest);
    await measure(`${label}: ndjson`, async () => withSetup(await prepared(), wholeHistory));
    await measure(`${label}: neighbour`, async () =>
      withSetup(await prepared(), (setup) => neighbour(setup, scale), { core: NO_CORE }),
    );
    await measure(`${label}: files`, async () => withSetup(await prepared(), convertedFiles));
    await measure(`${label}: sync`, async () => withSetup(await prepared(), mirrorSpeed));
  }
};
