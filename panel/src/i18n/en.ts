import { common } from './en/common.ts';
import { exports } from './en/exports.ts';
import { home } from './en/home.ts';
import { integrations } from './en/integrations.ts';
import { operator } from './en/operator.ts';
import { orders } from './en/orders.ts';
import { screens } from './en/screens.ts';
import type { Key, PluralKey } from './es.ts';

export const en: Record<Key | PluralKey, string> = {
  ...common,
  ...home,
  ...orders,
  ...screens,
  ...exports,
  ...integrations,
  ...operator,
};
