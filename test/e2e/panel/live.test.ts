import { describePanel } from './describe-panel.ts';
import { kitchenTests } from './kitchen.ts';
import { operatorTests } from './operators.ts';
import { webhookTests } from './webhooks.ts';

describePanel('screens, webhooks and operators in a real browser', (panel) => {
  kitchenTests(panel);
  webhookTests(panel);
  operatorTests(panel);
});
