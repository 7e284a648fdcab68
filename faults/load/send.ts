import type { Entry, Ledger } from '../model/ledger.ts';
import type { Door } from './door.ts';

/** Sends commands in one request, and writes down what is heard of each. */
export const sendEntries = async (
  ledger: Ledger,
  door: Door,
  url: string,
  entries: readonly Entry[],
): Promise<void> => {
  const sent = entries.map((entry) => ({ entry, attempt: ledger.sent(entry) }));
  const lines = entries.map(({ comando }) => comando);
  await door.post(url, lines, (index, answer) => {
    const one = sent[index];
    if (one !== undefined) ledger.answered(one.entry, one.attempt, answer);
  });
};
