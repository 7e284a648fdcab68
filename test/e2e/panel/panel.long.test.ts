import { cajaTests } from './caja.ts';
import { describePanel } from './describe-panel.ts';
import { homeTests } from './home.ts';
import { keyTests } from './keys.ts';
import { closingTests } from './money/closings.ts';
import { orderTests } from './orders.ts';
import { signInTests } from './sign-in.ts';

describePanel('the panel in a real browser', (panel) => {
  signInTests(panel);
  keyTests(panel);
  homeTests(panel);
  cajaTests(panel);
  closingTests(panel);
  orderTests(panel);
});
