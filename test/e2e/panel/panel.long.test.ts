import { describePanel } from './describe-panel.ts';
import { homeTests } from './home.ts';
import { keyTests } from './keys.ts';
import { signInTests } from './sign-in.ts';

describePanel('the panel in a real browser', (panel) => {
  signInTests(panel);
  keyTests(panel);
  homeTests(panel);
});
