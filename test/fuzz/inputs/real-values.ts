import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bearer } from '../../support/service.ts';
import type { Credentials } from '../credentials.ts';
import { RESTAURANTS, type RestaurantName } from '../restaurants.ts';

/** Real ids, cursors and tags of each restaurant, which a confused client or a thief may send. */
const KINDS = [
  ...(['pedido', 'evento', 'cursor', 'etag', 'webhook', 'entrega', 'llave', 'rid'] as const),
];
type Kind = (typeof KINDS)[number];
export type RealValues = Record<RestaurantName, Record<Kind, string[]>>;

/** Collects the values through the API. */
export const collectRealValues = async (
  publicUrl: string,
  credentials: Credentials,
  receiverPort: number,
): Promise<RealValues> => {
  const entries = Object.keys(RESTAURANTS).map(async (name) => {
    const restaurant = name as RestaurantName;
    return [restaurant, await collectOf(publicUrl, credentials, receiverPort, restaurant)] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as RealValues;
};

interface Page {
  datos: { id: string }[];
  paginacion: { siguiente: string | null; anterior: string | null };
}

const collectOf = async (
  publicUrl: string,
  credentials: Credentials,
  receiverPort: number,
  restaurant: RestaurantName,
): Promise<Record<Kind, string[]>> => {
  const realValues: Record<Kind, string[]> = {
    pedido: [],
    evento: [],
    cursor: [],
    etag: [],
    webhook: [],
    entrega: [],
    llave: [],
    rid: [RESTAURANTS[restaurant].id],
  };
  const request = async (path: string, body?: object) => {
    const key = bearer(await credentials.token(restaurant));
    const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = { ...key, 'content-type': 'application/json' };
    const response = await fetch(`${publicUrl}/api${path}`, { ...asked, headers });
    assert.ok(response.ok, `${path}: ${response.status}`);
    realValues.etag.push(response.headers.get('etag') ?? '"nada"');
    return response.json();
  };
  const collect = ({ paginacion: { siguiente, anterior } }: Page) =>
    realValues.cursor.push(...[siguiente, anterior].filter((each) => each !== null));

  const { id } = (await request('/webhooks', {
    url: `http://127.0.0.1:${receiverPort}/status/200/${RESTAURANTS[restaurant].mark}`,
    nombre: RESTAURANTS[restaurant].mark,
  })) as { id: string };
  realValues.webhook.push(id);
  for (const query of ['', '&tipo=reparto', '&estado=entregado,cancelado', '&desde=2026-01-01']) {
    let page = (await request(`/pedidos?limite=2${query}`)) as Page;
    realValues.pedido.push(...page.datos.map((each) => each.id));
    collect(page);
    page = (await request(`/pedidos?limite=2${query}&cursor=${page.paginacion.siguiente}`)) as Page;
    collect(page);
  }
  const events = (await request('/eventos?limite=5')) as Page;
  realValues.evento.push(...events.datos.map((each) => each.id), events.paginacion.siguiente ?? '');
  await request('/restaurante');
  await request(`/webhooks/${id}/reenvios`, { desde: '2026-01-01T00:00:00Z' });
  realValues.entrega.push(`ent_${RESTAURANTS[restaurant].id}`);
  realValues.llave.push(await credentials.keyId(restaurant));
  return realValues;
};

const restaurant = fc.constantFrom<RestaurantName>('a', 'a', 'b', 'c');
const NUDGES = ['', '', '', '~3=x', '~20=A', '~9-', '~40-', '~12|', '~0+', '~200+'] as const;

/** A placeholder for a real value, sometimes with a character changed; `fill` replaces it before sending. */
export const realValue = (kind: Kind): fc.Arbitrary<string> =>
  fc
    .tuple(restaurant, fc.nat(11), fc.constantFrom(...NUDGES))
    .map(([of, which, nudge]) => `<<${of}.${kind}.${which}${nudge}>>`);

export const anyRealValue: fc.Arbitrary<string> = fc.constantFrom(...KINDS).chain(realValue);

const PLACEHOLDER = /<<([abc])\.(\w+)\.(\d+)(?:~(\d+)([=|+-])(.?))?>>/gu;

/** Replaces the placeholders. `kept`: with values of restaurant `c` only, which cases may change. */
export const fill = (text: string, realValues: RealValues, kept = false): string =>
  text.replace(
    PLACEHOLDER,
    (_, of: RestaurantName, kind: Kind, which: string, at = '', how = '', char = '') => {
      // A mutated case may name a kind that does not exist.
      const things = realValues[kept ? 'c' : of][kind] ?? [];
      const thing = things[Number(which) % things.length] ?? 'nada';
      if (how === '') return thing;
      const i = Number(at) % (thing.length + 1);
      if (how === '|') return thing.slice(0, i);
      if (how === '-') return thing.slice(0, i) + thing.slice(i + 1);
      if (how === '+') return `${thing.slice(0, i)}0${thing.slice(i)}`;
      return thing.slice(0, i) + char + thing.slice(i + 1);
    },
  );
