import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { NO_BODY } from '../../../src/http/answer/answer.ts';
import { negotiate } from '../../../src/http/answer/negotiate.ts';
import { sendPieces } from '../../../src/http/answer/send-pieces.ts';

const PIECE_BYTES = 4 * 1_024;
const PIECES_MAX = 40;

/** A response to a client that reads nothing. */
const startResponse = () => {
  const connection = new Duplex({ read() {}, write() {} });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.assignSocket(connection as Socket);
  return { connection, response };
};

for (const acceptEncoding of [undefined, 'gzip', 'br', 'zstd']) {
  const form = acceptEncoding ?? 'not compressed';
  test(`a client that goes away cuts its own answer, and nothing else: ${form}`, async () => {
    // The number of pieces decides which stage is under way when the client goes.
    for (let count = 1; count <= PIECES_MAX; count += 1) {
      const pieces = Array.from({ length: count }, () => randomBytes(PIECE_BYTES));
      let isReleased = false;
      const from = (async function* () {
        yield* pieces;
      })();
      const answer = await negotiate(
        {
          status: 200,
          headers: {},
          body: NO_BODY,
          pieces: { from, isPlain: true },
          release: () => {
            isReleased = true;
          },
        },
        { 'accept-encoding': acceptEncoding },
      );
      const { connection, response } = startResponse();
      const sent = sendPieces(response, answer, answer.headers);
      await wait(5);
      connection.destroy();
      await assert.rejects(sent, { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      assert.ok(isReleased);
    }
  });
}
