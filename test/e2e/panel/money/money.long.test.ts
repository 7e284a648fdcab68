import { cajaTests } from '../caja.ts';
import { describePanel } from '../describe-panel.ts';
import { orderTests } from '../orders.ts';
import { closingTests } from './closings.ts';

describePanel('orders and money in a real browser', (panel) => {
  cajaTests(panel);
  closingTests(panel);
  orderTests(panel);
});
