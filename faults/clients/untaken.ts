import type { ClientRequest } from 'node:http';
import { codeOf } from '../../src/platform/error-codes.ts';

/**
 * Whether no process had taken the request, so that a load balancer would have tried the next one. A connection that
 * waits in the listen queue when its listener closes is reset without being taken.
 */
export const isUntaken = (error: unknown, { reusedSocket }: ClientRequest): boolean =>
  ['ECONNREFUSED', 'ECONNRESET'].includes(codeOf(error)) && !reusedSocket;
