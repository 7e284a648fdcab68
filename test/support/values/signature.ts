import { createHmac } from 'node:crypto';

/** The `X-Svc-Firma` of a body. A receiver calculates it like this; tests do not ask the code that they test. */
export const signatureOf = (body: string | Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');
