import type { Clock } from '../../platform/clock.ts';
import type { Limiter } from '../../storage/port/limits.ts';
import type { Headers } from '../answer/answer.ts';
import type { Addressed } from '../server/request.ts';
import { makeAddressBuckets } from './address-buckets.ts';
import { rateHeaders } from './rate-headers.ts';

/** The rate of a client that has no valid key, which its address stands for. */
export const makeClientRate = ({
  limiter,
  clientAddress,
  clock,
}: {
  limiter: Pick<Limiter, 'peek'>;
  clientAddress(request: Addressed): string;
  clock: Clock;
}) => {
  const bucketOf = makeAddressBuckets(clock);
  const bucket = (request: Addressed): string => bucketOf(clientAddress(request));
  return {
    bucket,
    clientAddress,
    /** For answers that are not counted: to OPTIONS, to a refused connection, or because the count failed. */
    async headers(request: Addressed): Promise<Headers> {
      const nowMs = clock.now();
      try {
        return rateHeaders(await limiter.peek(bucket(request)), nowMs);
      } catch {
        return rateHeaders({ admitted: true, remaining: 0, resetMs: nowMs }, nowMs);
      }
    },
  };
};

export type ClientRate = ReturnType<typeof makeClientRate>;
