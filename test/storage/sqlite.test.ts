import { ENGINE } from './conformance/engines.ts';
import { conformance } from './conformance/suite.ts';

conformance(ENGINE.SQLite);
