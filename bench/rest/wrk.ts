import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { bringProgram } from '../../test/support/machine/programs.ts';
import { cpuSeconds, GENERATOR_CORE } from '../support/cores.ts';
import { startProcess } from '../support/processes.ts';

const CONNECTIONS = 32;
/** Connections at a fixed rate: so many that a request seldom waits for another. */
const PACED_CONNECTIONS = 128;
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
  p50Micros: number;
  p99Micros: number;
  /** Average size, headers included. */
  answerBytes: number;
}

/** The line of JSON that wrk.lua prints at the end. */
interface Raw extends Record<'requests' | 'micros' | 'bytes' | 'p50' | 'p99', number> {
  /** Number of refusals: 4xx and 5xx. */
  status: number;
  /** Failed connections and requests without an answer. */
  socket: number;
}

interface LoadOptions {
  /** Requests a second; null: each connection sends the next one after each answer. */
  perSecond?: number | null;
  /** Seconds after which the remaining requests are dropped. */
  secondsMax?: number;
}

/**
 * Sends each request once over keep-alive connections, from a process on another core. At a fixed rate wrk counts the
 * time that a request waits for a free connection as part of its latency.
 */
export const runWrk = async (
  target: Target,
  requests: readonly LoadRequest[],
  { perSecond = null, secondsMax = RUN_SECONDS_MAX }: LoadOptions = {},
): Promise<LoadResult> => {
  const { path, env } = bringProgram('wrk');
  const folder = makeFolder();
  const file = join(folder, 'requests');
  writeFileSync(file, requests.map((each) => encode(target, each)).join('\0'));
  const connections = perSecond === null ? CONNECTIONS : PACED_CONNECTIONS;
  const limits = [`-c${connections}`, `-d${secondsMax}s`, `--timeout=${TIMEOUT_SECONDS}s`];
  const command = [path, '-t1', ...limits, '-s', SCRIPT, target.url, file, `${perSecond ?? 0}`];
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
    p50Micros: raw.p50,
    p99Micros: raw.p99,
    answerBytes: raw.bytes / raw.requests,
  };
};

const encode = ({ url }: Target, { path, headers = {} }: LoadRequest): string => {
  const lines = Object.entries({ Host: new URL(url).host, ...headers });
  return `GET ${path} HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n`;
};
