import fc from 'fast-check';
import { PANEL_ROUTES } from '../../http/panel/every-route/table.ts';
import { type Ask, methodLike, put, someHeaders, type Who } from '../ask.ts';
import { PEOPLE } from '../callers.ts';
import { hostileText, mutated, oddJson } from '../hostile.ts';
import { assertPanelAnswer } from '../judge.ts';
import { anyLooted } from '../loot.ts';
import { shaped } from '../shaped.ts';
import { target } from './target.ts';

type Route = (typeof PANEL_ROUTES)[number];

const person: fc.Arbitrary<Who> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PEOPLE).map((each): Who => ({ person: each })) },
  { weight: 1, arbitrary: fc.constant<Who>({ key: 'nobody' }) },
  { weight: 1, arbitrary: fc.constant<Who>({ key: 'a' }) },
);

const pathOf = ({ pattern }: Route): fc.Arbitrary<string> => {
  const rid = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('<<a.rid.0>>', '<<a.rid.0>>', '<<b.rid.0>>') },
    { weight: 1, arbitrary: hostileText.map(encodeText) },
  );
  const id = fc.oneof(
    { weight: 5, arbitrary: anyLooted },
    { weight: 1, arbitrary: hostileText.map(encodeText) },
  );
  const right = fc
    .tuple(rid, id)
    .map(([house, thing]) => pattern.replace('{rid}', house).replace('{id}', thing));
  return fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: mutated(right) });
};

const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Every name that some route of the panel looks for. */
const QUERY = [
  ...['buscar', 'despues_de', 'antes_de', 'limite', 'cursor', 'estado', 'tipo', 'desde', 'hasta'],
  ...[
    'periodo',
    'cerrados',
    'eventos',
    'Last-Event-ID',
    'solo_disponibles',
    'restaurante',
    'accion',
  ],
] as const;
const query: fc.Arbitrary<string> = fc
  .array(
    fc
      .tuple(fc.constantFrom(...QUERY), fc.oneof(hostileText.map(encodeText), anyLooted))
      .map(([name, value]) => `${name}=${value}`),
    { maxLength: 3 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));

const bodyOf = ({ body }: Route): fc.Arbitrary<string | null> => {
  const any = fc.oneof(oddJson, hostileText, fc.constant('x'.repeat(70_000)));
  if (body === null) return fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, any);
  const fitting = shaped(body).map((value) => JSON.stringify(value) ?? 'null');
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 2, arbitrary: mutated(fitting) },
    any,
  );
};

/** A change without this kind of body is not read at all. */
const typed = (some: [string, string][]): [string, string][] => [
  ['Content-Type', 'application/json'],
  ...some.filter(([name]) => name !== 'Cookie' && name !== 'Sec-Fetch-Site'),
];

const askOf = (route: Route): fc.Arbitrary<Ask> =>
  fc.record(
    {
      who: person,
      method: methodLike(route.method),
      target: fc.tuple(pathOf(route), query).map(([path, behind]) => `/panel/api${path}${behind}`),
      headers: fc.oneof({ weight: 4, arbitrary: someHeaders.map(typed) }, someHeaders),
      body: bodyOf(route),
      chunked: fc.boolean(),
    },
    { noNullPrototype: true },
  );

/** Every route of the panel's API, as people of either house, as an operator and as nobody. */
export const panel = target<Ask>({
  name: 'panel',
  runs: 500,
  cases: fc.oneof(...PANEL_ROUTES.map(askOf)),
  async attack(ask, arena) {
    assertPanelAnswer(ask, await put(arena.publicUrl, ask, arena));
  },
});
