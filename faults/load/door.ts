import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type AnswerLine, toBody, WITH_KEY } from '../../test/support/service.ts';
import type { Chance } from '../chance.ts';

export interface Door extends Disposable {
  /**
   * Sends lines and tells each answer as it comes; resolves when there will be no more, for whatever
   * reason. Lines without an answer may have been carried out or not.
   */
  post(url: string, lines: readonly object[], onAnswer: OnAnswer): Promise<void>;
}

export type OnAnswer = (index: number, answer: AnswerLine) => void;

/** Some requests come in two pieces, so that a server can die with half a line in its hands. */
const IN_PIECES = 0.2;

/** The private door, as a careful client uses it. */
export const makeDoor = (chance: Chance, timeoutMs: number): Door => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  const post = (url: string, lines: readonly object[], onAnswer: OnAnswer): Promise<void> =>
    new Promise((resolve) => {
      const body = Buffer.from(`${toBody(lines)}\n`);
      const outgoing = request(`${url}/commands`, {
        method: 'POST',
        agent,
        headers: { ...WITH_KEY, 'content-length': body.length },
      });
      const late = setTimeout(() => outgoing.destroy(), timeoutMs);
      const end = () => {
        clearTimeout(late);
        resolve();
      };
      outgoing.on('error', end).on('close', end);
      outgoing.on('response', (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('error', () => {});
        incoming.on('data', (chunk: string) => {
          if (incoming.statusCode !== 200) return;
          const whole = (text + chunk).split('\n');
          text = whole.pop() ?? '';
          for (const line of whole) {
            const answer = JSON.parse(line) as AnswerLine;
            onAnswer(answer.linea - 1, answer);
          }
        });
      });
      void send(outgoing, body);
    });

  const send = async (outgoing: ReturnType<typeof request>, body: Buffer): Promise<void> => {
    if (!chance.happens(IN_PIECES)) {
      outgoing.end(body);
      return;
    }
    const half = chance.int(1, body.length - 1);
    outgoing.write(body.subarray(0, half));
    await wait(chance.int(1, 40));
    if (!outgoing.destroyed) outgoing.end(body.subarray(half));
  };

  return { post, [Symbol.dispose]: () => agent.destroy() };
};
