import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Server, type Socket } from 'node:net';

/** Both ends of a new connection to a server that listens on this machine. */
export const openPair = async (server: Server): Promise<{ ours: Socket; theirs: Socket }> => {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const accepted = once(server, 'connection');
  const theirs = connect(address.port, '127.0.0.1');
  const [ours] = (await accepted) as [Socket];
  return { ours, theirs };
};
