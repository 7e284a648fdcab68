import { describePanel } from './describe-panel.ts';
import { pageTests } from './every-page.ts';

// A file of its own, so that it runs in parallel with the others.
describePanel('every page of the panel in a real browser', pageTests);
