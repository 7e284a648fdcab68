import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder, removeFolder } from '../../test/support/machine/folder.ts';
import { freePort } from '../../test/support/machine/loopback.ts';
import { bringProgram } from '../../test/support/machine/programs.ts';
import { SERVER_CORE } from '../support/cores.ts';
import { type Peer, startProcess } from '../support/processes.ts';

const READY_TRIES = 250;
/** nginx creates these folders at its start; in their default place only root may do so. */
const TEMP_PATHS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
/**
 * nchan creates this folder whatever the settings say. A copy of the module is patched with a name of the same
 * length, which nginx resolves against its own folder.
 */
const NCHAN_TEMP_PATH = '/var/lib/nginx/body';
const OWN_TEMP_PATH = 'nchan_messages_temp';

const configuration = (port: number, module: string, folder: string): string => `
load_module ${module};
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log ${folder}/error.log warn;
events { worker_connections 19000; }
http {
  access_log off;
  ${TEMP_PATHS.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
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
export const startNchan = async (): Promise<Omit<Peer, 'url'>> => {
  const { path, files, env } = bringProgram('nchan');
  const [port, folder] = [await freePort(), makeFolder()];
  const [file, module] = [join(folder, 'nginx.conf'), join(folder, 'nchan.so')];
  const built = readFileSync(files[1] ?? '', 'latin1');
  writeFileSync(module, built.replaceAll(NCHAN_TEMP_PATH, OWN_TEMP_PATH), 'latin1');
  writeFileSync(file, configuration(port, module, folder));
  const command = [path, '-p', folder, '-c', file, '-e', `${folder}/error.log`];
  const { child, stop } = startProcess(command, { core: SERVER_CORE, env });
  return {
    pid: await untilWorking(child, port),
    port,
    async stop() {
      await stop('SIGTERM');
      removeFolder(folder);
    },
  };
};

/** The worker process, once it listens. */
const untilWorking = async (master: ChildProcess, port: number): Promise<number> => {
  const children = `/proc/${master.pid}/task/${master.pid}/children`;
  for (let tries = 0; tries < READY_TRIES && master.exitCode === null; tries += 1) {
    const answered = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answered !== null) {
      const pids = readFileSync(children, 'utf8').split(' ').filter(Boolean);
      const worker = pids.find((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker process'),
      );
      if (worker !== undefined) return Number(worker);
    }
    await wait(20);
  }
  throw new Error('nginx with nchan did not start');
};
