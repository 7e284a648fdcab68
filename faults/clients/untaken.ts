import type { ClientRequest } from 'node:http';

/**
 * Whether no process had taken the request, so that a balancer would have gone on to the next one. A
 * connection that waits in the system's queue when its listener closes is reset without being taken.
 */
export const isUntaken = (error: unknown, { reusedSocket }: ClientRequest): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ECONNREFUSED', 'ECONNRESET'].includes(String(error.code)) &&
  !reusedSocket;
