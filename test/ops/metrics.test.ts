import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { seedSampleRestaurant } from '../http/api/world.ts';
import { readMetrics, startService } from '../support/service.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../ops/${path}`, import.meta.url), 'utf8');

interface Panel {
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}
const dashboard = JSON.parse(read('grafana/comanda.json')) as { panels: Panel[] };
const rules = read('prometheus/comanda.rules.yml');

/** The rules' expressions: on the line of `expr`, or on the lines below that are indented further. */
const ruleExpressions = (): string[] =>
  [...rules.matchAll(/^ {8}expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/gm)].map(
    ([, lines, line]) => lines ?? line ?? '',
  );
const panelExpressions = (): string[] =>
  dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** Metrics with the labels that their selectors name. */
const selectors = (expression: string): { name: string; labels: string[] }[] =>
  [...expression.matchAll(/\b((?:comanda|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label),
    }),
  );

/** Labels that Prometheus adds, not the service. */
const OF_THE_SCRAPE = ['job', 'instance'];

describe('the dashboard and the alerts', () => {
  let exposed: string;
  before(async () => {
    const service = await startService({ after });
    await seedSampleRestaurant(service);
    await fetch(`${service.publicUrl}/api/restaurante`);
    await fetch(`${service.publicUrl}/panel/api/sesion`);
    exposed = await readMetrics(service);
  });

  const isExposed = (name: string): boolean => {
    const type = (base: string) => new RegExp(`^# TYPE ${base} (\\w+)$`, 'm').exec(exposed)?.[1];
    const base = name.replace(/_(bucket|sum|count)$/, '');
    return type(name) !== undefined || ['histogram', 'summary'].includes(type(base) ?? '');
  };
  /** The labels of a metric; null if nothing was counted yet. */
  const labelsOf = (name: string): string | null =>
    new RegExp(`^${name}\\{(.*)\\} `, 'm').exec(exposed)?.[1] ?? null;

  for (const [what, expressions] of [
    ['panels', panelExpressions()],
    ['alerts', ruleExpressions()],
  ] as const) {
    test(`${what} ask for metrics and labels that the service has`, () => {
      assert.ok(expressions.length > 10, `${expressions.length} expressions`);
      for (const expression of expressions) {
        for (const { name, labels } of selectors(expression)) {
          assert.ok(isExposed(name), `${name} in ${expression}`);
          const known = labelsOf(name);
          for (const label of labels.filter((each) => !OF_THE_SCRAPE.includes(each))) {
            assert.ok(known === null || known.includes(`${label}="`), `${name}{${label}}`);
          }
        }
      }
    });
  }

  test('every expression is whole', () => {
    for (const expression of [...panelExpressions(), ...ruleExpressions()]) {
      for (const [open, close] of ['()', '{}', '[]']) {
        const count = (sign = '') => expression.split(sign).length;
        assert.equal(count(open), count(close), expression);
      }
      assert.ok(selectors(expression).length > 0 || expression.startsWith('up{'), expression);
    }
  });

  test('every alert says how bad it is and what to do', () => {
    const alerts = rules.split(/^ {6}- alert: /m).slice(1);
    assert.equal(alerts.length, ruleExpressions().length);
    for (const alert of alerts) {
      assert.match(
        alert,
        /^\w+\n[\s\S]*severity: (critical|warning) [\s\S]*summary: "[\s\S]*description: "/,
      );
    }
  });

  test('no two panels lie over each other', () => {
    const taken = new Set<string>();
    for (const { title, gridPos } of dashboard.panels) {
      assert.ok(gridPos.x + gridPos.w <= 24, title);
      for (let x = 0; x < gridPos.w; x += 1) {
        for (let y = 0; y < gridPos.h; y += 1) {
          const place = `${gridPos.x + x},${gridPos.y + y}`;
          assert.ok(!taken.has(place), title);
          taken.add(place);
        }
      }
    }
  });
});
