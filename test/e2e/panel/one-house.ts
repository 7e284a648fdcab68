import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { type House, openHouse } from './house.ts';

/** One service and one browser for all of its tests: starting them takes longer than most. */
export const inOneHouse = (name: string, tests: (house: () => House) => void): void => {
  describe(name, () => {
    let opened: House | undefined;
    const endings: (() => Promise<void>)[] = [];
    before(async () => {
      opened = await openHouse({ after: (ending) => endings.push(ending) });
    });
    after(async () => {
      for (const ending of endings.toReversed()) await ending();
    });
    const house = (): House => {
      assert.ok(opened);
      return opened;
    };

    tests(house);

    test('no page complained of anything', () => {
      assert.deepEqual(house().complaints, []);
    });
  });
};
