import fc from 'fast-check';
import { PANEL_ROUTES } from '../../http/panel/every-route/table.ts';
import { record, weighted } from '../../support/values/properties.ts';
import { assertPanelAnswer } from '../checks.ts';
import { PEOPLE } from '../credentials.ts';
import { anyRealValue } from '../inputs/real-values.ts';
import {
  bodyLike,
  methodLike,
  type RequestCase,
  sendRequest,
  someHeaders,
  type Who,
} from '../inputs/request.ts';
import { mutated, oddText } from '../inputs/text.ts';
import { target } from './target.ts';

type Route = (typeof PANEL_ROUTES)[number];

const person: fc.Arbitrary<Who> = weighted(
  [9, fc.constantFrom(...PEOPLE).map((each): Who => ({ person: each }))],
  [1, fc.constant<Who>({ key: 'nobody' })],
  [1, fc.constant<Who>({ key: 'a' })],
);

const pathOf = ({ pattern }: Route): fc.Arbitrary<string> => {
  const rid = weighted(
    [6, fc.constantFrom('<<a.rid.0>>', '<<a.rid.0>>', '<<b.rid.0>>')],
    [1, oddText.map(encodeText)],
  );
  const id = weighted([5, anyRealValue], [1, oddText.map(encodeText)]);
  const right = fc
    .tuple(rid, id)
    .map(([restaurant, thing]) => pattern.replace('{rid}', restaurant).replace('{id}', thing));
  return weighted([9, right], [1, mutated(right)]);
};

const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Every query parameter of the panel's routes. */
const QUERY = [
  ...['buscar', 'despues_de', 'antes_de', 'limite', 'cursor', 'estado', 'tipo', 'desde', 'hasta'],
  ...['periodo', 'cerrados', 'eventos', 'Last-Event-ID', 'solo_disponibles', 'restaurante'],
  'accion',
] as const;
const query: fc.Arbitrary<string> = fc
  .array(
    fc
      .tuple(fc.constantFrom(...QUERY), fc.oneof(oddText.map(encodeText), anyRealValue))
      .map(([name, value]) => `${name}=${value}`),
    { maxLength: 3 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));

/** Sets the content type: bodies of other types are not parsed at all. */
const typed = (some: [string, string][]): [string, string][] => [
  ['Content-Type', 'application/json'],
  ...some.filter(([name]) => name !== 'Cookie' && name !== 'Sec-Fetch-Site'),
];

const requestOf = (route: Route): fc.Arbitrary<RequestCase> =>
  record({
    who: person,
    method: methodLike(route.method),
    target: fc.tuple(pathOf(route), query).map(([path, behind]) => `/panel/api${path}${behind}`),
    headers: weighted([4, someHeaders.map(typed)], [1, someHeaders]),
    body: bodyLike(route.body ?? undefined),
    chunked: fc.boolean(),
  });

/** Every route of the panel's API, as a user of either restaurant, as an operator and without a session. */
export const panel = target<RequestCase>({
  name: 'panel',
  runs: 500,
  cases: fc.oneof(...PANEL_ROUTES.map(requestOf)),
  async attack(request, server) {
    assertPanelAnswer(request, await sendRequest(server.publicUrl, request, server));
  },
});
