import { describePanel } from './describe-panel.ts';
import { pageTests } from './every-page.ts';

// Beside what people do in the panel, not after it: looking at every page takes as long as all of that.
describePanel('every page of the panel in a real browser', pageTests);
