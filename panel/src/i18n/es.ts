import { common } from './es/common.ts';
import { integrations } from './es/integrations.ts';
import { operator } from './es/operator.ts';
import { orders } from './es/orders.ts';

/** The keys of the Spanish dictionary are the keys: what another language lacks does not compile. */
export const es = { ...common, ...orders, ...integrations, ...operator };

export type Key = keyof typeof es;
