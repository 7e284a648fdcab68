import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type AnswerLine, toBody, WITH_KEY } from '../../test/support/service.ts';
import { isUntaken } from '../clients/untaken.ts';
import type { SentCommand, SentCommands } from '../model/sent-commands.ts';
import type { Random } from '../random.ts';

interface CommandClient extends Disposable {
  /**
   * Sends commands in one request and notes each answer as it comes; resolves when there will be no
   * more, for whatever reason. Commands without an answer may have been carried out or not.
   */
  send(url: string, commands: readonly SentCommand[], timeoutMs?: number): Promise<void>;
}

/** The share of requests that come in two pieces, so that a server can die with half a line read. */
const IN_PIECES = 0.2;

/** Posts to the private listener, over one connection that it keeps. */
export const makeCommandClient = (
  sent: SentCommands,
  random: Random,
  usualTimeoutMs: number,
): CommandClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  const post = (
    url: string,
    body: Buffer,
    timeoutMs: number,
    onAnswer: (answer: AnswerLine) => void,
  ) =>
    new Promise<void>((resolve) => {
      const outgoing = request(`${url}/commands`, {
        method: 'POST',
        agent,
        headers: { ...WITH_KEY, 'content-length': body.length },
      });
      const late = setTimeout(() => outgoing.destroy(new Error('timeout')), timeoutMs);
      const die = (error: Error) => void sent.broken.push(`POST ${url}: ${error.message}`);
      outgoing.on('error', (error) => {
        if (!isUntaken(error, outgoing)) die(error);
      });
      outgoing.on('close', () => {
        clearTimeout(late);
        resolve();
      });
      outgoing.on('response', (incoming) => {
        if (incoming.statusCode === 200) readAnswers(incoming.on('error', die), onAnswer);
        else void readRefusal(incoming).then((refusal) => sent.refused.push(refusal), die);
      });
      void write(outgoing, body);
    });

  const write = async (outgoing: ClientRequest, body: Buffer): Promise<void> => {
    if (!random.happens(IN_PIECES)) {
      outgoing.end(body);
      return;
    }
    const half = random.int(1, body.length - 1);
    outgoing.write(body.subarray(0, half));
    await wait(random.int(1, 40));
    if (!outgoing.destroyed) outgoing.end(body.subarray(half));
  };

  return {
    async send(url, commands, timeoutMs = usualTimeoutMs) {
      const attempts = commands.map((command) => sent.attempt(command));
      const body = Buffer.from(`${toBody(commands.map(({ comando }) => comando))}\n`);
      await post(url, body, timeoutMs, (answer) => {
        const [command, attempt] = [commands[answer.linea - 1], attempts[answer.linea - 1]];
        if (command && attempt) sent.answered(command, attempt, answer);
      });
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
};

const readAnswers = (incoming: IncomingMessage, onAnswer: (answer: AnswerLine) => void): void => {
  let text = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) onAnswer(JSON.parse(line));
  });
};

const readRefusal = async (incoming: IncomingMessage): Promise<string> => {
  const text = Buffer.concat(await incoming.toArray()).toString('utf8');
  return `${incoming.statusCode} ${incoming.headers['retry-after']} ${text}`;
};
