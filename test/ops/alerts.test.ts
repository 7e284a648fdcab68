import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeFolder } from '../support/machine/folder.ts';

const run = promisify(execFile);
const RULES = fileURLToPath(new URL('../../ops/prometheus/comanda.rules.yml', import.meta.url));

interface Case {
  alert: string;
  /** Series by the minute, in Prometheus' notation; every one gets the labels of the scrape. */
  series: Record<string, string>;
  atMinutes: number;
  /** Labels of what fires; null: nothing does. */
  fires: Record<string, string> | null;
}

const COMMANDS = 'comanda_commands_total{op="pedido.crear",result=';
const WEEK_MINUTES = 7 * 24 * 60;
/** Weeks are long: their series have a sample in ten minutes. */
const STEP_MINUTES = 10;
const STEP = `${STEP_MINUTES}m`;
const WEEK_STEPS = WEEK_MINUTES / STEP_MINUTES;
const isWeekLong = ({ atMinutes }: Pick<Case, 'atMinutes'>) => atMinutes > WEEK_MINUTES;
const INSTANCE = { instance: 'a' };
const condition = (kind: string) => `comanda_conditions{kind="${kind}"}`;

/** Each rule for which something has to happen, with what does and does not make it fire. */
const CASES: Case[] = [
  { alert: 'ComandaDown', series: { up: '1 0x5' }, atMinutes: 3, fires: INSTANCE },
  {
    alert: 'ComandaRestarting',
    series: { process_start_time_seconds: '1 2 3 4 5 6' },
    atMinutes: 5,
    fires: INSTANCE,
  },
  {
    alert: 'ComandaWorkersEnding',
    series: { comanda_workers_ended_total: '0 1 2 3 4 5 6 7 8 9 10' },
    atMinutes: 10,
    fires: INSTANCE,
  },
  {
    alert: 'ComandaWorkersEnding',
    series: { comanda_workers_ended_total: '0 0 1 1 1 1 1 2 2 2 2' },
    atMinutes: 10,
    fires: null,
  },
  {
    alert: 'ComandaConnectionsRefused',
    series: { 'comanda_connections_cut_total{reason="total"}': '0+30x20' },
    atMinutes: 15,
    fires: { ...INSTANCE, reason: 'total' },
  },
  {
    alert: 'ComandaConnectionsRefused',
    series: { 'comanda_connections_cut_total{reason="stalled"}': '0+30x20' },
    atMinutes: 15,
    fires: null,
  },
  {
    alert: 'ComandaIngestionStopped',
    series: { [`${COMMANDS}"ok"}`]: `0+10x${WEEK_STEPS + 60}` },
    atMinutes: WEEK_MINUTES + 120,
    fires: null,
  },
  {
    alert: 'ComandaIngestionStopped',
    series: { [`${COMMANDS}"ok"}`]: `0+10x${WEEK_STEPS} ${WEEK_MINUTES}x30` },
    atMinutes: WEEK_MINUTES + 120,
    fires: {},
  },
  {
    alert: 'ComandaDiskFull',
    series: { [condition('disco_lleno')]: '0 1x5' },
    atMinutes: 2,
    fires: {},
  },
  {
    alert: 'ComandaBackupOld',
    series: { [condition('copia_antigua')]: '0 1x5' },
    atMinutes: 2,
    fires: {},
  },
  {
    alert: 'ComandaBackupFailed',
    series: { 'comanda_backup_last_result{result="failed"}': '0 1x5' },
    atMinutes: 2,
    fires: {},
  },
  {
    alert: 'ComandaChoreFailing',
    series: { 'comanda_chore_failures_total{chore="retention"}': '0x30 1x29 2x40' },
    atMinutes: 62,
    fires: { ...INSTANCE, chore: 'retention' },
  },
  {
    alert: 'ComandaChoreFailing',
    series: { 'comanda_chore_failures_total{chore="retention"}': '0x30 1x70' },
    atMinutes: 62,
    fires: null,
  },
  {
    alert: 'ComandaFilesRunningOut',
    series: { comanda_connections_open: '90x10', comanda_connections_max: '100x10' },
    atMinutes: 6,
    fires: INSTANCE,
  },
  {
    alert: 'ComandaFilesRunningOut',
    series: { comanda_connections_open: '70x10', comanda_connections_max: '100x10' },
    atMinutes: 6,
    fires: null,
  },
  {
    alert: 'ComandaClockOff',
    series: { [condition('reloj_desviado')]: '0 1x5' },
    atMinutes: 2,
    fires: {},
  },
  {
    alert: 'ComandaCondition',
    series: { [condition('webhook_desactivado')]: '0 1x5' },
    atMinutes: 2,
    fires: { kind: 'webhook_desactivado' },
  },
  {
    alert: 'ComandaCondition',
    series: { [condition('disco_lleno')]: '0 1x5' },
    atMinutes: 2,
    fires: null,
  },
  {
    alert: 'ComandaCommandsRefused',
    series: { [`${COMMANDS}"ok"}`]: '0+8x60', [`${COMMANDS}"conflicto"}`]: '0+2x60' },
    atMinutes: 50,
    fires: { ...INSTANCE, result: 'conflicto' },
  },
  {
    alert: 'ComandaCommandsRefused',
    series: { [`${COMMANDS}"ok"}`]: '0+8x60', [`${COMMANDS}"no_disponible"}`]: '0+9x60' },
    atMinutes: 50,
    fires: null,
  },
  {
    alert: 'ComandaCommitsFailing',
    series: { 'comanda_commits_total{result="failed"}': '0+1x20' },
    atMinutes: 10,
    fires: INSTANCE,
  },
];

const scraped = (series: string): string =>
  series.includes('{')
    ? series.replace('{', '{job="comanda",instance="a",')
    : `${series}{job="comanda",instance="a"}`;

test('Prometheus fires the alerts when it should, and only then', async (t) => {
  const version = await run('promtool', ['--version']).catch(() => null);
  if (version === null) return t.diagnostic('not tried: there is no promtool on this machine');
  const { severities, annotations } = readRules(await readFile(RULES, 'utf8'));
  const folder = makeFolder();
  const testOf = ({ alert, series, atMinutes, fires }: Case) => ({
    name: alert,
    interval: isWeekLong({ atMinutes }) ? STEP : '1m',
    input_series: Object.entries(series).map(([name, values]) => ({
      series: scraped(name),
      values,
    })),
    alert_rule_test: [
      {
        eval_time: `${atMinutes}m`,
        alertname: alert,
        exp_alerts:
          fires === null
            ? []
            : [
                {
                  exp_labels: withJob(alert, { severity: severities.get(alert), ...fires }),
                  exp_annotations: annotations(alert, fires),
                },
              ],
      },
    ],
  });
  const files: string[] = [];
  // A week in steps of a minute would take minutes.
  for (const [evaluation_interval, isLong] of [
    ['1m', false],
    [STEP, true],
  ] as const) {
    const tests = CASES.filter((each) => isWeekLong(each) === isLong).map(testOf);
    const file = join(folder, `${evaluation_interval}.test.yml`);
    // JSON is YAML.
    await writeFile(file, JSON.stringify({ rule_files: [RULES], evaluation_interval, tests }));
    files.push(file);
  }
  const { stdout } = await run('promtool', ['test', 'rules', ...files]).catch(
    (error: { stdout: string; stderr: string }) => assert.fail(error.stdout + error.stderr),
  );
  assert.match(stdout, /SUCCESS/);
});

const OF_A_SERIES = [
  ...['ComandaDown', 'ComandaRestarting', 'ComandaWorkersEnding'],
  ...['ComandaChoreFailing', 'ComandaFilesRunningOut'],
];

/** Rules without an aggregation keep the labels of their series. */
const withJob = (alert: string, labels: object) =>
  OF_A_SERIES.includes(alert) ? { job: 'comanda', ...labels } : labels;

const readRules = (text: string) => {
  const rules = new Map(
    text
      .split(/^ {6}- alert: /m)
      .slice(1)
      .map((rule) => [rule.slice(0, rule.indexOf('\n')), rule] as const),
  );
  const quoted = (alert: string, name: string) =>
    JSON.parse(new RegExp(`${name}: (".*")`).exec(rules.get(alert) ?? '')?.[1] ?? '""') as string;
  return {
    severities: new Map(
      [...rules].map(([name, rule]) => [name, /severity: (\w+)/.exec(rule)?.[1]]),
    ),
    annotations: (alert: string, labels: Record<string, string>) => {
      const fill = (name: string) =>
        quoted(alert, name)
          .replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '')
          .replace('{{ $value }}', '1');
      return { summary: fill('summary'), description: fill('description') };
    },
  };
};
