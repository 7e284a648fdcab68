export { Comanda, type Tabla } from './comanda.ts';
export { ComandaError, ResetError, SignatureError } from './errors.ts';
export type { EventsOptions } from './events.ts';
export type { CallOptions, ComandaOptions } from './http.ts';
export { NetworkError } from './network.ts';
export type * from './types.ts';
export { verifyWebhook } from './webhook.ts';
