import { caja } from './texts/caja.ts';
import { closings } from './texts/closings.ts';
import { common } from './texts/common.ts';
import { deliveries } from './texts/deliveries.ts';
import { exports } from './texts/exports.ts';
import { factors } from './texts/factors.ts';
import { home } from './texts/home.ts';
import { keys } from './texts/keys.ts';
import { notices } from './texts/notices.ts';
import { operator } from './texts/operator.ts';
import { orders } from './texts/orders.ts';
import { people } from './texts/people.ts';
import { screens } from './texts/screens.ts';
import { values } from './texts/values.ts';
import { webhooks } from './texts/webhooks.ts';

/** Every text of the panel, in Spanish and English. */
export const TEXTS = {
  ...common,
  ...home,
  ...caja,
  ...closings,
  ...orders,
  ...screens,
  ...exports,
  ...deliveries,
  ...keys,
  ...webhooks,
  ...notices,
  ...operator,
  ...people,
  ...factors,
  ...values,
} satisfies Record<string, readonly [es: string, en: string]>;

type Texts = typeof TEXTS;

/** A text with a number: the singular, `|`, the plural. */
export type PluralKey = {
  [K in keyof Texts]: Texts[K][0] extends `${string} | ${string}` ? K : never;
}[keyof Texts];
export type Key = Exclude<keyof Texts, PluralKey>;
