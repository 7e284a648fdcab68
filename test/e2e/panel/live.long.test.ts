import { describePanel } from './describe-panel.ts';
import { operatorTests } from './operators.ts';
import { kitchenTests } from './screens/kitchen.ts';
import { newVersionTests } from './screens/new-version.ts';
import { offlineTests } from './screens/offline.ts';
import { stationTests } from './screens/stations.ts';
import { wallSizeTests } from './screens/wall-sizes.ts';
import { webhookTests } from './webhooks.ts';

describePanel('screens, webhooks and operators in a real browser', (panel) => {
  kitchenTests(panel);
  newVersionTests(panel);
  wallSizeTests(panel);
  offlineTests(panel);
  stationTests(panel);
  webhookTests(panel);
  operatorTests(panel);
});
