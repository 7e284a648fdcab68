import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Callers } from './callers.ts';
import { HOUSES, type HouseName } from './houses.ts';

/** Real things of each house that a request may name: what a thief would have, or a confused client. */
export const KINDS = [
  'pedido',
  'evento',
  'cursor',
  'etag',
  'webhook',
  'entrega',
  'llave',
  'rid',
] as const;
export type Kind = (typeof KINDS)[number];
export type Loot = Record<HouseName, Record<Kind, string[]>>;

/** Collects them through the front door. */
export const plunder = async (
  publicUrl: string,
  callers: Callers,
  receiverPort: number,
): Promise<Loot> => {
  const entries = Object.keys(HOUSES).map(async (name) => {
    const house = name as HouseName;
    return [house, await plunderHouse(publicUrl, callers, receiverPort, house)] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Loot;
};

interface Page {
  datos: { id: string }[];
  paginacion: { siguiente: string | null; anterior: string | null };
}

const plunderHouse = async (
  publicUrl: string,
  callers: Callers,
  receiverPort: number,
  house: HouseName,
): Promise<Record<Kind, string[]>> => {
  const loot: Record<Kind, string[]> = {
    ...{
      pedido: [],
      evento: [],
      cursor: [],
      etag: [],
      webhook: [],
      entrega: [],
      llave: [],
      rid: [HOUSES[house].id],
    },
  };
  const ask = async (path: string, body?: object) => {
    const authorization = `Bearer ${await callers.token(house)}`;
    const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${publicUrl}/api${path}`, { ...asked, headers });
    assert.ok(response.ok, `${path}: ${response.status}`);
    loot.etag.push(response.headers.get('etag') ?? '"nada"');
    return response.json();
  };
  const collect = ({ paginacion: { siguiente, anterior } }: Page) =>
    loot.cursor.push(...[siguiente, anterior].filter((each) => each !== null));

  const { id } = (await ask('/webhooks', {
    url: `http://127.0.0.1:${receiverPort}/${HOUSES[house].mark}`,
    nombre: HOUSES[house].mark,
  })) as { id: string };
  loot.webhook.push(id);
  for (const query of ['', '&tipo=reparto', '&estado=entregado,cancelado', '&desde=2026-01-01']) {
    let page = (await ask(`/pedidos?limite=2${query}`)) as Page;
    loot.pedido.push(...page.datos.map((each) => each.id));
    collect(page);
    page = (await ask(`/pedidos?limite=2${query}&cursor=${page.paginacion.siguiente}`)) as Page;
    collect(page);
  }
  const events = (await ask('/eventos?limite=5')) as Page;
  loot.evento.push(...events.datos.map((each) => each.id), events.paginacion.siguiente ?? '');
  await ask('/restaurante');
  await ask(`/webhooks/${id}/reenvios`, { desde: '2026-01-01T00:00:00Z' });
  loot.entrega.push(`ent_${HOUSES[house].id}`);
  loot.llave.push(await callers.keyId(house));
  return loot;
};

const house = fc.constantFrom<HouseName>('a', 'a', 'b', 'c');
const NUDGES = ['', '', '', '~3=x', '~20=A', '~9-', '~40-', '~12|', '~0+', '~200+'] as const;

/** A place for something real, sometimes with a letter of it changed; filled in when it is sent. */
export const looted = (kind: Kind): fc.Arbitrary<string> =>
  fc
    .tuple(house, fc.nat(11), fc.constantFrom(...NUDGES))
    .map(([of, which, nudge]) => `<<${of}.${kind}.${which}${nudge}>>`);

export const anyLooted: fc.Arbitrary<string> = fc.constantFrom(...KINDS).chain(looted);

const PLACE = /<<([abc])\.(\w+)\.(\d+)(?:~(\d+)([=|+-])(.?))?>>/gu;

/** Puts the real things in their places. `kept`: only the house that anything may be done to. */
export const fill = (text: string, loot: Loot, kept = false): string =>
  text.replace(
    PLACE,
    (_, of: HouseName, kind: Kind, which: string, at = '', how = '', char = '') => {
      // A case may have been mutated until nothing of that name exists.
      const things = loot[kept ? 'c' : of][kind] ?? [];
      const thing = things[Number(which) % things.length] ?? 'nada';
      if (how === '') return thing;
      const i = Number(at) % (thing.length + 1);
      if (how === '|') return thing.slice(0, i);
      if (how === '-') return thing.slice(0, i) + thing.slice(i + 1);
      if (how === '+') return `${thing.slice(0, i)}0${thing.slice(i)}`;
      return thing.slice(0, i) + char + thing.slice(i + 1);
    },
  );
