import { entrance } from './entrance.ts';
import { keys } from './keys.ts';
import { inOneHouse } from './one-house.ts';
import { orders } from './orders.ts';
import { people } from './people.ts';
import { webhooks } from './webhooks.ts';

inOneHouse('the panel in a real browser', (house) => {
  entrance(house);
  keys(house);
  orders(house);
  webhooks(house);
  people(house);
});
