import { describePanel } from './describe-panel.ts';
import { exportTests } from './exports.ts';

// A service of its own: it holds thousands of orders.
describePanel('exports of the panel in a real browser', exportTests);
