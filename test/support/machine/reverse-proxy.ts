// Starts the proxies of ops/proxy from the committed samples; only names, ports and certificates are replaced.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { certificate, KEY } from '../receiver/certificates.ts';
import type { Cleanup } from '../service.ts';
import { collectOutput } from './collect-output.ts';
import { makeFolder, removeFolder } from './folder.ts';
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

interface ReverseProxyOptions {
  /** nginx only: the address of another proxy in front of it. */
  proxyInFront?: string;
}

/** Starts the sample of ops/proxy in front of the service. */
export const startReverseProxy = async (
  t: Cleanup,
  name: ProxyName,
  program: Program,
  upstream: string,
  { proxyInFront }: ReverseProxyOptions = {},
): Promise<ReverseProxy> => {
  const folder = makeFolder();
  const port = await freePort();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(files.cert, certificate('good'));
  writeFileSync(files.key, KEY);
  const { host } = new URL(upstream);
  const args =
    name === 'nginx'
      ? nginxArgs(folder, nginxSample(folder, files, port, host, proxyInFront))
      : caddyArgs(folder, files, port, host);
  const output = await run(t, program, folder, args, port);
  const logs = () => output() + (name === 'nginx' ? readFileSync(join(folder, LOG), 'utf8') : '');
  return { port, logs };
};

/** Starts an nginx that appends the address of its client, and connects from `address` to the proxy behind it. */
export const startProxyInFront = async (
  t: Cleanup,
  program: Program,
  address: string,
  portBehind: number,
): Promise<number> => {
  const folder = makeFolder();
  const port = await freePort();
  const site = `server {
    listen 127.0.0.1:${port};
    access_log off;
    location / {
      proxy_pass https://127.0.0.1:${portBehind};
      proxy_bind ${address};
      proxy_set_header Host ${SERVER_NAME};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }`;
  await run(t, program, folder, nginxArgs(folder, site), port);
  return port;
};

/** Runs a proxy until the end of the test, then removes its folder. The function returns all that it has written so far. */
const run = async (
  t: Cleanup,
  { path, env }: Program,
  folder: string,
  args: string[],
  port: number,
): Promise<() => string> => {
  const child = spawn(path, args, {
    env: { ...env, HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collectOutput(child.stdout, child.stderr);
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
    removeFolder(folder);
  });
  await untilListening(child, port, output);
  return output;
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

const nginxSample = (
  folder: string,
  { cert, key }: Files,
  port: number,
  host: string,
  proxyInFront: string | undefined,
): string =>
  sample('nginx.conf', [
    [/server \{\n {4}listen 80;[^}]*\}/g, ''],
    [/ {4}listen \[::\].*\n/g, ''],
    ['listen 443', `listen 127.0.0.1:${port}`],
    [/ssl_certificate .*;/g, `ssl_certificate ${cert};`],
    [/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`],
    ['/var/log/nginx/comanda.log', join(folder, LOG)],
    ['/var/log/nginx/comanda.error.log', 'stderr'],
    ['server 127.0.0.1:8080', `server ${host}`],
    ...(proxyInFront === undefined
      ? []
      : ([
          [/# set_real_ip_from .*;/g, `set_real_ip_from ${proxyInFront};`],
          [/# (real_ip_.*;)/g, '$1'],
        ] as const)),
  ]);

const nginxArgs = (folder: string, site: string): string[] => {
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
        `\n{$DOMAIN:${SERVER_NAME}} {`,
        `\nhttps://${SERVER_NAME}:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
      ],
      ['reverse_proxy {$UPSTREAMS:127.0.0.1:8080}', `reverse_proxy ${host}`],
    ]),
  );
  return ['run', '--adapter', 'caddyfile', '--config', file];
};

export const untilListening = async (child: ChildProcess, port: number, output: () => string) => {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the program ended: ${output()}`);
    }
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await wait(20);
  }
};
