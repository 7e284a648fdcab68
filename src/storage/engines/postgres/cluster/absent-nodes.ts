import { withTimeout } from '../../../../platform/async/timeout.ts';
import { StorageBusyError } from '../../../port/errors.ts';
import type { Session } from '../driver/connection.ts';
import type { Gate } from './bulkhead.ts';

const NODES = `
  SELECT nodename AS host, nodeport AS port FROM pg_dist_node
  WHERE isactive AND noderole = 'primary' AND groupid <> 0 ORDER BY nodeid`;
const ANSWERS = 'SELECT citus_check_connection_to_node($1, $2) AS answers';
/** Anyone may ask whether the service is ready: the nodes are asked at most so often. */
const REMEMBERED_MS = 1_000;
/** Probes of readiness give up after a second. */
const PATIENCE_MS = 500;

/** Finds the workers of a cluster that do not answer; the coordinator is what tells. */
export const makeAbsentNodes = (
  session: Session,
  { withinNode }: Gate,
  monotonicMs: () => number,
): (() => Promise<string[]>) => {
  let asked: { atMs: number; answer: Promise<string[]> } | null = null;

  const isThere = async (host: string, port: number): Promise<boolean> => {
    const [found] = await session.rows<{ answers: boolean }>(ANSWERS, [host, port]);
    return found?.answers ?? false;
  };

  const ask = async (): Promise<string[]> => {
    const nodes = await session.rows<{ host: string; port: number }>(NODES, []);
    const absent = await Promise.all(
      nodes.map(async ({ host, port }) => {
        const name = `${host}:${port}`;
        const answers = await withTimeout(
          withinNode(name, () => isThere(host, port)),
          PATIENCE_MS,
          () => new StorageBusyError('no answer'),
        ).catch((error: unknown) => {
          if (error instanceof StorageBusyError) return false;
          throw error;
        });
        return answers ? [] : [name];
      }),
    );
    return absent.flat();
  };

  return () => {
    const nowMs = monotonicMs();
    if (asked === null || nowMs - asked.atMs >= REMEMBERED_MS) {
      asked = { atMs: nowMs, answer: ask() };
    }
    return asked.answer;
  };
};
