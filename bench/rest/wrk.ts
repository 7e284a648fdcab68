import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { bringProgram } from '../../test/support/machine/programs.ts';
import { cpuSeconds, GENERATOR_CORE } from '../support/cores.ts';
import { startProcess } from '../support/processes.ts';

const CONNECTIONS = 32;
const RUN_SECONDS_MAX = 60;
const TIMEOUT_SECONDS = 20;
const SCRIPT = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** A server under load: its address on this machine and its process. */
export interface Target {
  url: string;
  pid: number;
}

export interface LoadRequest {
  path: string;
  headers?: Readonly<Record<string, string>>;
}

export interface LoadResult {
  perSecond: number;
  /** Processor time of the server for each request, in microseconds. */
  cpuMicros: number;
  /** Average size, headers included. */
  answerBytes: number;
}

/** The line of JSON that wrk.lua prints at the end. */
interface Raw extends Record<'requests' | 'micros' | 'bytes', number> {
  /** Number of refusals: 4xx and 5xx. */
  status: number;
  /** Failed connections and requests without an answer. */
  socket: number;
}

interface LoadOptions {
  /** Seconds after which the remaining requests are dropped. */
  secondsMax?: number;
}

/** Sends each request once over keep-alive connections that never pause, from a process on another core. */
export const runWrk = async (
  target: Target,
  requests: readonly LoadRequest[],
  { secondsMax = RUN_SECONDS_MAX }: LoadOptions = {},
): Promise<LoadResult> => {
  const { path, env } = bringProgram('wrk');
  const folder = makeFolder();
  const file = join(folder, 'requests');
  writeFileSync(file, requests.map((each) => encode(target, each)).join('\0'));
  const limits = [`-c${CONNECTIONS}`, `-d${secondsMax}s`, `--timeout=${TIMEOUT_SECONDS}s`];
  const command = [path, '-t1', ...limits, '-s', SCRIPT, target.url, file];
  const before = cpuSeconds(target.pid);
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const { child } = startProcess(command, { core: GENERATOR_CORE, env, stdio });
  const output = child.stdout === null ? '' : await text(child.stdout);
  const cpu = cpuSeconds(target.pid) - before;
  removeFolder(folder);
  const line = output.split('\n').find((each) => each.startsWith('{'));
  if (line === undefined) throw new Error(`wrk said nothing of use:\n${output}`);
  const raw: Raw = JSON.parse(line);
  // Only expected answers count: a refusal is cheaper than an answer.
  if (raw.status + raw.socket > 0) {
    throw new Error(`${raw.status} refusals, ${raw.socket} socket errors of ${raw.requests}`);
  }
  return {
    perSecond: raw.requests / (raw.micros / 1e6),
    cpuMicros: (cpu / raw.requests) * 1e6,
    answerBytes: raw.bytes / raw.requests,
  };
};

export const encode = ({ url }: Target, { path, headers = {} }: LoadRequest): string => {
  const lines = Object.entries({ Host: new URL(url).host, ...headers });
  return `GET ${path} HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n`;
};
