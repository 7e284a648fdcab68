import assert from 'node:assert/strict';
import { openStream, type StreamReader } from '../support/stream-reader.ts';

/**
 * A client of the stream that comes back to whichever process takes it, with the last id it has seen.
 * `urls` are tried in turn, beginning with its own place.
 */
export const follow = (urls: () => readonly string[], token: string, place: number) => {
  const ids: string[] = [];
  const problems: string[] = [];
  let turn = place;
  let isOver = false;
  let connections = 0;
  let lastEventId: string | undefined;
  let stream: StreamReader | null = null;

  const connect = async (): Promise<void> => {
    const all = urls();
    turn += 1;
    const url = all[turn % all.length] ?? '';
    stream = await openStream(url, {
      token,
      ...(lastEventId !== undefined && { lastEventId }),
    }).catch(() => null);
    if (stream?.status !== 200) return;
    connections += 1;
    await stream.untilOver();
    ids.push(...stream.eventos().map(({ id }) => id));
    const [ping] = stream.pings();
    const expected = lastEventId === undefined ? 'nueva' : 'continuada';
    // A connection that was cut before its first word says nothing.
    if (ping !== undefined && ping.reanudacion !== expected) problems.push(ping.reanudacion);
    lastEventId = stream.lastId() || lastEventId;
  };
  const running = (async () => {
    while (!isOver) {
      await connect();
      // As a browser would, only sooner.
      await new Promise((done) => setTimeout(done, 20));
    }
  })();

  return {
    /** Everything so far, of earlier connections and of the one that is open. */
    ids: (): string[] => [
      ...ids,
      ...(stream?.isOver() ? [] : (stream?.eventos() ?? [])).map(({ id }) => id),
    ],
    connections: () => connections,
    isOpen: () => stream?.status === 200 && !stream.isOver(),
    async end(): Promise<string[]> {
      isOver = true;
      stream?.close();
      await running;
      assert.deepEqual(problems, []);
      return ids;
    },
  };
};

export type Follower = ReturnType<typeof follow>;
