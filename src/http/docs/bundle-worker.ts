import { Buffer } from 'node:buffer';
import { parentPort } from 'node:worker_threads';
import scalar from '@scalar/fastify-api-reference';
import { fastify } from 'fastify';

/** The package gives its script through a route alone; this instance never listens. */
const app = fastify();
app.register(scalar, { routePrefix: '/r', configuration: { url: '/openapi.json' } });
const { rawPayload, statusCode } = await app.inject('/r/js/scalar.js');
if (statusCode !== 200)
  throw new Error(`the script of the API reference is missing: ${statusCode}`);
const text = rawPayload.toString('utf8');
// The map of the source stays in the package; a browser's tools would ask us for it in vain.
const bytes = Buffer.from(text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
parentPort?.postMessage(new Uint8Array(bytes));
