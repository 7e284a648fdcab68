import { describePanel } from '../describe-panel.ts';
import { peopleTests } from './people.ts';

describePanel('people, roles and second factors in a real browser', (panel) => {
  peopleTests(panel);
});
