import { common } from './es/common.ts';
import { exports } from './es/exports.ts';
import { home } from './es/home.ts';
import { integrations } from './es/integrations.ts';
import { operator } from './es/operator.ts';
import { orders } from './es/orders.ts';
import { screens } from './es/screens.ts';

/** The Spanish dictionary defines the keys: a missing translation does not compile. */
export const es = {
  ...common,
  ...home,
  ...orders,
  ...screens,
  ...exports,
  ...integrations,
  ...operator,
};

type Es = typeof es;

/** A text with a number: the singular, `|`, the plural. */
export type PluralKey = {
  [K in keyof Es]: Es[K] extends `${string} | ${string}` ? K : never;
}[keyof Es];
export type Key = Exclude<keyof Es, PluralKey>;
