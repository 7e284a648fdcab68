import { ENGINE } from '../../storage/conformance/engines.ts';
import { BEHAVIOUR } from '../../storage/conformance/suite.ts';

for (const tests of BEHAVIOUR.orders) tests(ENGINE.PostgreSQL);
