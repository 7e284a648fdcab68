import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();

export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-bench-'));
  folders.add(folder);
  return folder;
};

export const removeFolder = (folder: string): void => {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true });
};
process.once('exit', () => folders.forEach(removeFolder));

/** For programs that have to be told their port. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};
