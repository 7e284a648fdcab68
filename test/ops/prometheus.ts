import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../support/machine/folder.ts';
import { freePort } from '../support/machine/loopback.ts';
import { type Cleanup, INGEST_KEY } from '../support/service.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const RULES = new URL('../../ops/prometheus/comanda.rules.yml', import.meta.url);

interface Prometheus {
  /** The alerts that fire, each as its name and the label that tells it from others. */
  firing(): Promise<string[]>;
}

/** A sample of the past, for rules that compare with another week. */
interface Sample {
  series: string;
  value: number;
  atMs: number;
}

export const hasPrometheus = async (): Promise<boolean> =>
  run('prometheus', ['--version']).then(
    () => true,
    () => false,
  );

/** Prometheus with the shipped rules, whose waits (`for`) are shortened, scraping these addresses every second. */
export const startPrometheus = async (
  t: Cleanup,
  privateUrls: readonly string[],
  past: readonly Sample[],
): Promise<Prometheus> => {
  const folder = makeFolder();
  const data = join(folder, 'data');
  await mkdir(data);
  const rules = (await readFile(RULES, 'utf8')).replaceAll(/^( +for:) \w+$/gm, '$1 2s');
  await writeFile(join(folder, 'comanda.rules.yml'), rules);
  const settings = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['comanda.rules.yml'],
    scrape_configs: [
      {
        job_name: 'comanda',
        authorization: { credentials: INGEST_KEY },
        static_configs: [{ targets: privateUrls.map((url) => new URL(url).host) }],
      },
    ],
  };
  // JSON is YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(settings));
  await fillPast(folder, data, past);
  const port = await freePort();
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  t.after(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const ask = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await until(async () => (await ask('/-/ready').catch(() => null))?.ok === true);
  return {
    async firing() {
      const { data } = (await (await ask('/api/v1/alerts')).json()) as {
        data: { alerts: { state: string; labels: Record<string, string> }[] };
      };
      return data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) =>
          [labels['alertname'], labels['kind'] ?? labels['reason']].filter(Boolean).join(' '),
        );
    },
  };
};

const fillPast = async (folder: string, data: string, past: readonly Sample[]): Promise<void> => {
  if (past.length === 0) return;
  const file = join(folder, 'past.txt');
  const lines = past.map(({ series, value, atMs }) => `${series} ${value} ${atMs / 1_000}`);
  await writeFile(file, `${lines.join('\n')}\n# EOF\n`);
  await run('promtool', ['tsdb', 'create-blocks-from', 'openmetrics', file, data]);
};
