import { Buffer } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import scalar from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';

/** The package offers its script only as a route; this instance never listens. */
const app = fastify();
app.register(scalar, { routePrefix: '/r', configuration: { url: '/openapi.json' } });
const { rawPayload, statusCode } = await app.inject('/r/js/scalar.js');
if (statusCode !== 200)
  throw new Error(`the script of the API reference is missing: ${statusCode}`);
const text = rawPayload.toString('utf8');
// We do not serve the source map: without this line, developer tools would request it.
const bytes = Buffer.from(text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
parentPort?.postMessage(new Uint8Array(bytes));
