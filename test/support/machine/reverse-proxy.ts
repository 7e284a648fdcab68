// Starts the proxies of ops/proxy from the committed samples; only names, ports and certificates are replaced.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificate, KEY } from '../receiver/certificates.ts';
import type { Cleanup } from '../service.ts';
import { freePort } from './loopback.ts';
import { bringProgram, type Program } from './programs.ts';

export type ProxyName = 'nginx' | 'caddy';

const SAMPLES = join(import.meta.dirname, '../../../ops/proxy');
const LOG = 'access.log';
const SERVER_NAME = 'pedidos.example.com';

interface ReverseProxy {
  port: number;
  /** All log lines so far, of requests and of errors. */
  logs(): string;
}

/** The program, or the reason why it is not available. */
export const findProxy = (name: ProxyName): Program | string => {
  try {
    return bringProgram(name);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Starts the sample of ops/proxy in front of the service. */
export const startReverseProxy = async (
  t: Cleanup,
  name: ProxyName,
  { path, env }: Program,
  upstream: string,
): Promise<ReverseProxy> => {
  const folder = mkdtempSync(join(tmpdir(), `comanda-${name}-`));
  const port = await freePort();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, certificate('good'));
  writeFileSync(files.key, KEY);
  const { host } = new URL(upstream);
  const args =
    name === 'nginx' ? nginxArgs(folder, files, port, host) : caddyArgs(folder, files, port, host);
  const child = spawn(path, args, {
    env: { ...env, HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await untilListening(child, port, () => output);
  const logs = () => output + (name === 'nginx' ? readFileSync(join(folder, LOG), 'utf8') : '');
  return { port, logs };
};

interface Files {
  cert: string;
  key: string;
}

const sample = (file: string, changes: readonly (readonly [string | RegExp, string])[]): string => {
  let text = readFileSync(join(SAMPLES, file), 'utf8');
  for (const [from, to] of changes) {
    const changed = text.replaceAll(from, to);
    if (changed === text) throw new Error(`${file} has no ${from}`);
    text = changed;
  }
  return text;
};

const nginxArgs = (folder: string, { cert, key }: Files, port: number, host: string): string[] => {
  const site = sample('nginx.conf', [
    [/server \{\n {4}listen 80;[^}]*\}/g, ''],
    [/ {4}listen \[::\].*\n/g, ''],
    ['listen 443', `listen 127.0.0.1:${port}`],
    [/ssl_certificate .*;/g, `ssl_certificate ${cert};`],
    [/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`],
    ['/var/log/nginx/comanda.log', join(folder, LOG)],
    ['/var/log/nginx/comanda.error.log', 'stderr'],
    ['server 127.0.0.1:8080', `server ${host}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => {
    mkdirSync(join(folder, each));
    return `${each}_temp_path ${join(folder, each)};`;
  });
  writeFileSync(
    join(folder, 'main.conf'),
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr crit;
     events { worker_connections 1024; }
     http { ${temporary.join('\n')}
     ${site} }`,
  );
  return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'main.conf')];
};

const caddyArgs = (folder: string, { cert, key }: Files, port: number, host: string): string[] => {
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    sample('Caddyfile', [
      [/^\{\n/gm, '{\n\tadmin off\n\tauto_https disable_redirects\n'],
      [
        `\n${SERVER_NAME} {`,
        `\nhttps://${SERVER_NAME}:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
      ],
      ['reverse_proxy 127.0.0.1:8080', `reverse_proxy ${host}`],
    ]),
  );
  return ['run', '--adapter', 'caddyfile', '--config', file];
};

const untilListening = async (child: ChildProcess, port: number, output: () => string) => {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the proxy ended: ${output()}`);
    }
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((done) => setTimeout(done, 20));
  }
};
