import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { collectOutput } from '../machine/collect-output.ts';
import { makeFolder } from '../machine/folder.ts';
import { freePort } from '../machine/loopback.ts';
import { bringProgram } from '../machine/programs.ts';
import { untilListening } from '../machine/reverse-proxy.ts';
import type { Cleanup } from '../service.ts';

interface Sshd {
  login: { host: string; puerto: number; usuario: string; huella: string };
  /** The private key by which one signs in. */
  key: string;
  /** An empty folder of the user. */
  folder: string;
  stop(): Promise<void>;
  restartWithAnotherKey(): Promise<void>;
}

/** OpenSSH asks for it when it runs as root; a service manager would make it. */
const PRIVILEGE_SEPARATION = '/run/sshd';

const keygen = (...args: string[]): string => execFileSync('ssh-keygen', args).toString();

/** OpenSSH's server on this machine, for the user who runs the test and one key. */
export const startSshd = async (t: Cleanup): Promise<Sshd> => {
  const { path, env } = bringProgram('sshd');
  const home = makeFolder();
  const folder = join(home, 'llegadas');
  mkdirSync(folder);
  const isRoot = userInfo().uid === 0;
  if (isRoot && !existsSync(PRIVILEGE_SEPARATION)) mkdirSync(PRIVILEGE_SEPARATION, { mode: 0o755 });
  const userKey = join(home, 'user');
  keygen('-q', '-t', 'ed25519', '-N', '', '-f', userKey);
  const port = await freePort();
  let child: ChildProcess | null = null;

  const start = async (hostKey: string): Promise<string> => {
    keygen('-q', '-t', 'ed25519', '-N', '', '-f', hostKey);
    const config = join(home, 'sshd_config');
    writeFileSync(
      config,
      [
        `ListenAddress 127.0.0.1:${port}`,
        `HostKey ${hostKey}`,
        `AuthorizedKeysFile ${userKey}.pub`,
        'PermitRootLogin yes',
        'PasswordAuthentication no',
        'KbdInteractiveAuthentication no',
        'UsePAM no',
        'StrictModes no',
        'PidFile none',
        'Subsystem sftp internal-sftp',
      ].join('\n'),
    );
    chmodSync(hostKey, 0o600);
    const started = spawn(path, ['-D', '-e', '-f', config], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    await untilListening(started, port, collectOutput(started.stdout, started.stderr));
    return /SHA256:\S+/.exec(keygen('-lf', `${hostKey}.pub`))?.[0] ?? '';
  };

  const stop = async (): Promise<void> => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  };

  t.after(stop);
  const huella = await start(join(home, 'host'));
  const { username } = userInfo();
  return {
    login: { host: '127.0.0.1', puerto: port, usuario: username, huella },
    key: readFileSync(userKey, 'utf8'),
    folder,
    stop,
    async restartWithAnotherKey() {
      await stop();
      await start(join(home, 'other'));
    },
  };
};
