// Lists the packages that are behind their newest release, in every folder with a lockfile: `npm run outdated`.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../pack.ts';

const FOLDERS = [
  '.',
  'bench',
  'test/deliveries/tools',
  'test/openapi/tools',
  'test/packages/tools',
];

interface Behind {
  wanted: string;
  latest: string;
}

for (const folder of FOLDERS) {
  const args = ['outdated', '--json', '--package-lock-only'];
  if (folder === '.') args.push('--workspaces', '--include-workspace-root');
  const { stdout } = spawnSync('npm', args, { cwd: join(ROOT, folder), encoding: 'utf8' });
  const found: Record<string, Behind | Behind[]> = JSON.parse(stdout || '{}');
  const lines = Object.entries(found).flatMap(([name, behind]) => {
    const [first] = [behind].flat();
    // The newest release may be older than a version that is tagged otherwise.
    const isBehind = first && first.latest.localeCompare(first.wanted, 'en', { numeric: true }) > 0;
    return isBehind ? [`  ${name} ${first.wanted} → ${first.latest}\n`] : [];
  });
  process.stdout.write(`${folder}: ${lines.length} behind\n${lines.join('')}`);
}
