import type { Config } from '../../../config/config.ts';
import type { Finding } from '../../../platform/finding.ts';
import type { Context } from '../../command.ts';

/** One finding, or some by name. What it throws is a fault. */
export type Check = (
  config: Config,
  context: Context,
) => Promise<Finding | ReadonlyMap<string, Finding>>;

/** For each request of a check. */
const ANSWER_MS_MAX = 10_000;

export const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS_MAX) });

/** `fetch` hides why it failed. */
export const whyUnanswered = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer in ${ANSWER_MS_MAX / 1_000} s`;
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || String((cause as { code?: string }).code)
    : error.message;
};
