import assert from 'node:assert/strict';
import test, { after, before, describe } from 'node:test';
import { entrance } from './entrance.ts';
import { everyPage } from './every-page.ts';
import { type House, openHouse } from './house.ts';
import { keys } from './keys.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';
import { webhooks } from './webhooks.ts';

/** One service and one browser for all of it: starting them takes longer than any test. */
describe('the panel in a real browser', () => {
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

  entrance(house);
  keys(house);
  orders(house);
  webhooks(house);
  people(house);
  everyPage(house);

  test('no page complained of anything', () => {
    assert.deepEqual(house().complaints, []);
  });
});
