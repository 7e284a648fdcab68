import { recordStatements } from '../support/postgres/statements.ts';
import { ENGINE } from './conformance/engines.ts';
import { conformance } from './conformance/suite.ts';
import { tenantConformance } from './tenants.ts';

const recorder = recordStatements();

conformance(ENGINE.PostgreSQL);

// Runs last, because it examines every statement that the suites above have sent.
tenantConformance(recorder);
