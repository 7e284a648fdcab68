import { SERVER_CORE } from './cores.ts';
import { startScript } from './processes.ts';

/** A server to compare with: one process on one core, like ours. */
export interface Peer {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts a script that listens and replies with its port (`listen` of script.ts). */
export const startPeer = async (file: URL, settings: object = {}): Promise<Peer> => {
  const { next, pid, stop } = startScript(file, settings, SERVER_CORE);
  const { port } = await next<{ port: number }>();
  return { url: `http://127.0.0.1:${port}`, port, pid, stop };
};
