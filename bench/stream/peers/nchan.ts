import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { unpackPackages } from '../../../scripts/debian.mjs';
import { tracked } from '../../support/children.ts';
import { pinned, SERVER_CORE } from '../../support/cores.ts';
import { freePort, removeFolder, tempFolder } from '../../support/server.ts';
import { type Contender, getRequest } from '../contender.ts';
import { RESTAURANT_MARK } from '../crowd/protocol.ts';

const READY_TRIES = 250;
const UNPACKED = fileURLToPath(new URL('../../node_modules/.debian', import.meta.url));

/** The system's nginx with nchan, or Debian's packages unpacked beside the other peers. */
const findNchan = (): { program: string; module: string } => {
  const below = (root: string) => ({
    program: `${root}/usr/sbin/nginx`,
    module: `${root}/usr/lib/nginx/modules/ngx_nchan_module.so`,
  });
  const places = ['', UNPACKED].map(below);
  const isThere = ({ program, module }: ReturnType<typeof below>) =>
    existsSync(program) && existsSync(module);
  const found = places.find(isThere);
  if (found !== undefined) return found;
  process.stderr.write('bench: unpacking nginx and nchan from Debian …\n');
  const problem = unpackPackages(['nginx', 'libnginx-mod-nchan'], UNPACKED);
  const unpacked = below(UNPACKED);
  if (isThere(unpacked)) return unpacked;
  throw new Error(
    `nchan is missing (${problem ?? 'its package holds no module'}); install nginx and libnginx-mod-nchan`,
  );
};

const settings = (port: number, module: string, folder: string): string => `
load_module ${module};
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log ${folder}/error.log warn;
events { worker_connections 19000; }
http {
  access_log off;
  client_body_temp_path ${folder}/t; proxy_temp_path ${folder}/t; fastcgi_temp_path ${folder}/t;
  uwsgi_temp_path ${folder}/t; scgi_temp_path ${folder}/t;
  client_body_buffer_size 16k;
  keepalive_requests 1000000;
  tcp_nodelay on;
  nchan_shared_memory_size 256M;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location ~ ^/pub/(\\w+)$ {
      nchan_publisher;
      nchan_channel_id $1;
      nchan_message_buffer_length 1000;
      nchan_message_timeout 1m;
    }
    location ~ ^/sub/(\\w+)$ {
      nchan_subscriber eventsource;
      nchan_channel_id $1;
      nchan_subscriber_first_message newest;
      nchan_eventsource_ping_interval 25;
    }
  }
}
`;

/** nginx with nchan: one worker on one core, messages in its memory. */
export const startNchan = async (template: string): Promise<Contender> => {
  const { program, module } = findNchan();
  const [port, folder] = [await freePort(), tempFolder()];
  mkdirSync(join(folder, 't'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, settings(port, module, folder));
  const command = pinned(SERVER_CORE, [program, '-p', folder, '-c', file]);
  const child = tracked(
    spawn(command.program, command.args, { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const ended = once(child, 'exit');
  const pid = await untilWorking(child.pid ?? 0, port);
  return {
    name: 'nchan',
    pid,
    port,
    listen: (restaurant) => getRequest(`/sub/rest_bench_${restaurant}`),
    publishing: {
      port,
      kind: 'posts',
      path: `/pub/${RESTAURANT_MARK}`,
      headers: { 'Content-Type': 'application/json' },
      template,
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      removeFolder(folder);
    },
  };
};

/** The process that does the work, once it listens. */
const untilWorking = async (master: number, port: number): Promise<number> => {
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').split(' ');
    for (const pid of children.filter(Boolean)) {
      const isWorker = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker process');
      if (answered !== null && isWorker) return Number(pid);
    }
    await sleep(20);
  }
  throw new Error('nchan did not start');
};
