import { ENGINE } from '../storage/conformance/engines.ts';
import { behaviourConformance } from '../storage/conformance/suite.ts';

behaviourConformance(ENGINE.PostgreSQL);
