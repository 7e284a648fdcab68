import type { RequestListener } from 'node:http';

/** Answers with a JSON text that never ends, as fast as the client reads. */
export const sendEndless: RequestListener = (_, response) => {
  const piece = '[1],'.repeat(65_536);
  const send = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', send).write('{"datos":[');
  send();
};
