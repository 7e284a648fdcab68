import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { INGEST_KEY_FILE, keyPath, SECRETS_KEY_FILE } from '../../../admin/keys/key-file.ts';
import { connectionsWithin, openFilesMax } from '../../../config/file-limit.ts';
import { warningsOf } from '../../../config/warnings.ts';
import { isOpenToOthers } from '../../../platform/data-dir.ts';
import { type Finding, fault, ok, warning } from '../../../platform/finding.ts';
import type { Check } from './check.ts';

const OPEN_FILES_MIN = 4_096;
const FREE_WARNING = 0.1;
const FREE_FAULT = 0.02;
const OTHERS = 0o077;
/** Governments change their clocks at a few months' notice. */
const TIME_ZONES_YEARS_MAX = 2;

export const checkConfig: Check = async (config) => {
  const warnings = warningsOf(config);
  if (warnings.length === 0) return ok('no setting looks like a mistake');
  const named = warnings.map((text, i): [string, Finding] => [
    i === 0 ? 'configuration' : `configuration ${i + 1}`,
    warning(text, 'see "Settings" in docs/operating.md'),
  ]);
  return new Map(named);
};

export const checkNode: Check = async (_config, { clock }) => {
  const { node, tz = '' } = process.versions;
  const detail = `Node ${node}, time zones of ${tz}`;
  const year = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO('UTC').year;
  const age = year - Number.parseInt(tz, 10);
  return age <= TIME_ZONES_YEARS_MAX
    ? ok(detail)
    : warning(detail, 'update Node: days may begin at the wrong hour where the law has changed');
};

export const checkFiles: Check = async (config) => {
  const openFiles = openFilesMax();
  const detail = `this shell allows ${openFiles}, of which ${connectionsWithin(openFiles)} for clients`;
  const isTooMany = (config.connectionsMax ?? 0) > connectionsWithin(openFiles);
  if (openFiles >= OPEN_FILES_MIN && !isTooMany) return ok(detail);
  return warning(detail, 'raise ulimit -n, or LimitNOFILE of the unit: each stream takes one');
};

export const checkDisk: Check = async ({ dataDir }) => {
  const { bavail, blocks, bsize, ffree, files } = await statfs(existing(resolve(dataDir)));
  const free = bavail / blocks;
  // Some file systems have no fixed number of files.
  const freeFiles = files === 0 ? 1 : ffree / files;
  const detail = `${Math.floor((bavail * bsize) / 1_024 ** 2)} MiB free (${percent(free)}), ${percent(freeFiles)} of the inodes`;
  const least = Math.min(free, freeFiles);
  const advice = 'make room: on a full disk nothing can be stored';
  if (least < FREE_FAULT) return fault(detail, advice);
  return least < FREE_WARNING ? warning(detail, advice) : ok(detail);
};

/** With PostgreSQL there may be no data folder. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** The data folder belongs to the service's user alone. */
export const checkPrivacy: Check = async ({ dataDir }) => {
  const keys = [INGEST_KEY_FILE, SECRETS_KEY_FILE].map((kind) => keyPath(dataDir, kind));
  const open: string[] = [];
  for (const file of [...keys, join(dataDir, 'comanda.db')]) {
    const found = await stat(file).catch(() => null);
    if (found !== null && (found.mode & OTHERS) !== 0) open.push(file);
  }
  const isFolderOpen = await isOpenToOthers(dataDir);
  if (open.length > 0) {
    const detail = `other users may read ${open.join(', ')}`;
    const advice = `chmod 600 ${open.join(' ')}`;
    return isFolderOpen ? fault(detail, advice) : warning(detail, advice);
  }
  if (!isFolderOpen) return ok(`${dataDir} is its owner's alone`);
  return warning(`${dataDir} is open to other users of this machine`, `chmod 700 ${dataDir}`);
};
