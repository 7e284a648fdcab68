import { common } from './en/common.ts';
import { integrations } from './en/integrations.ts';
import { operator } from './en/operator.ts';
import { orders } from './en/orders.ts';
import type { Key } from './es.ts';

export const en: Record<Key, string> = { ...common, ...orders, ...integrations, ...operator };
