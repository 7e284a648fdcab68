import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeMintId } from '../../src/domain/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/time.ts';
import { type Mail, MailTooLargeError, makeMail } from '../../src/mail/mail.ts';
import { makeSmtp } from '../../src/mail/smtp.ts';
import { makeLog } from '../../src/platform/log.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { makeSecretBox } from '../../src/webhooks/secret-box.ts';
import { ENGINE } from '../storage/conformance/engines.ts';
import { type Bench, makeBench } from '../storage/conformance/harness.ts';
import { describeOnEngines } from '../support/engines.ts';
import { plainOf, startSmtp } from '../support/receiver/smtp.ts';
import { seededRandomBytes } from '../support/samples.ts';

const MESSAGE = {
  to: 'pepa@rincon.example',
  subject: 'Un webhook está fallando',
  body: {
    lang: 'es' as const,
    title: 'Un webhook está fallando',
    paragraphs: ['«CRM» <no> responde.'],
    link: { text: 'Ver', href: 'https://comanda.example/panel' },
    footer: ['Pie'],
  },
};

describeOnEngines('mail', (engine) => {
  const lines: string[] = [];
  const log = makeLog('warn', { write: (line: string) => void lines.push(line) });

  const mailOn = ({ clock }: Bench, store: Store, url: string | null, seed = 1): Mail => {
    const randomBytes = seededRandomBytes(seed);
    return makeMail({
      store,
      clock,
      log,
      mintId: makeMintId(randomBytes),
      secretBox: makeSecretBox(['una llave'], randomBytes),
      transport:
        url === null
          ? null
          : makeSmtp({ url, from: 'Comanda <avisos@comanda.example>', requireTls: false }),
    });
  };

  test('a message arrives as text and HTML, with one-click unsubscription', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const smtp = await startSmtp(t);
    const mail = mailOn(bench, bench.store, smtp.url);
    await mail.send({ ...MESSAGE, unsubscribeUrl: 'https://comanda.example/baja/abc' });
    assert.equal(await mail.sendDue(), 1);
    assert.equal(await mail.sendDue(), 0);
    const [received] = smtp.received;
    assert.ok(received !== undefined);
    assert.deepEqual(received.to, [MESSAGE.to]);
    assert.equal(received.subject, MESSAGE.subject);
    assert.match(received.messageId, /^<cor_\w+@comanda\.example>$/);
    assert.match(received.raw, /^List-Unsubscribe: <https:\/\/comanda\.example\/baja\/abc>\r$/m);
    assert.match(received.raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    assert.match(received.raw, /^Auto-Submitted: auto-generated\r$/m);
    const plain = plainOf(received);
    assert.match(plain, /«CRM» <no> responde\./);
    assert.match(plain, /«CRM» &lt;no&gt; responde\./);
    assert.match(plain, /Ver: https:\/\/comanda\.example\/panel/);
  });

  test('without a mail server nothing is queued', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const mail = mailOn(bench, bench.store, null);
    assert.equal(mail.isOn, false);
    await mail.send(MESSAGE);
    assert.deepEqual(await bench.store.mails.claim(10, MINUTE_MS), []);
  });

  test('the queue holds a message sealed', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    await mailOn(bench, bench.store, 'smtp://127.0.0.1:1').send(MESSAGE);
    const [queued] = await bench.store.mails.claim(10, MINUTE_MS);
    assert.equal(Buffer.from(queued?.sealed ?? []).includes('webhook'), false);
  });

  test('a message that the server cannot take now is sent later, one that it refuses never', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const smtp = await startSmtp(t);
    const mail = mailOn(bench, bench.store, smtp.url);
    await mail.send(MESSAGE);
    smtp.refuseWith(451);
    assert.equal(await mail.sendDue(), 1);
    assert.equal(await mail.sendDue(), 0);
    smtp.refuseWith(null);
    bench.clock.advance(MINUTE_MS);
    await mail.sendDue();
    assert.equal(smtp.received.length, 1);

    await mail.send(MESSAGE);
    smtp.refuseWith(554);
    await mail.sendDue();
    bench.clock.advance(DAY_MS);
    assert.equal(await mail.sendDue(), 0);
    assert.match(lines.join(''), /gave up sending a message/);
    assert.doesNotMatch(lines.join(''), /rincon/);
  });

  test('a message that nobody takes for two days is given up', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const mail = mailOn(bench, bench.store, 'smtp://127.0.0.1:1');
    await mail.send(MESSAGE);
    for (let hours = 0; hours <= 49; hours += 1) {
      await mail.sendDue();
      bench.clock.advance(2 * HOUR_MS);
    }
    assert.equal(await mail.sendDue(), 0);
  });

  test('of several processes one sends; when it dies, another sends the same message again', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const smtp = await startSmtp(t);
    const others = [await bench.another(), await bench.another()];
    const mails = [bench.store, ...others].map((store, i) => mailOn(bench, store, smtp.url, i + 1));
    for (let n = 0; n < 12; n += 1) await mails[0]?.send(MESSAGE);
    await Promise.all(
      mails.map(async (mail) => {
        while ((await mail.sendDue()) > 0);
      }),
    );
    assert.equal(smtp.received.length, 12);
    assert.equal(new Set(smtp.received.map(({ messageId }) => messageId)).size, 12);

    await mails[0]?.send(MESSAGE);
    const [claimed] = await bench.store.mails.claim(1, MINUTE_MS);
    assert.equal(await mails[1]?.sendDue(), 0);
    bench.clock.advance(MINUTE_MS);
    assert.equal(await mails[1]?.sendDue(), 1);
    assert.equal(smtp.received.at(-1)?.messageId, `<${claimed?.id}@comanda.example>`);
    // The first sender lives after all, and its message is gone.
    await bench.store.mails.postpone({ id: claimed?.id ?? '', attempts: 1 }, 0);
    assert.equal(await mails[0]?.sendDue(), 0);
  });

  test('a message that no server would take is refused at once', async () => {
    await using bench = await makeBench(ENGINE[engine]);
    const mail = mailOn(bench, bench.store, 'smtp://127.0.0.1:1');
    const content = new Uint8Array(16 * 1_024 * 1_024);
    const attachments = [{ filename: 'a.zip', contentType: 'application/zip', content }];
    await assert.rejects(mail.send({ ...MESSAGE, attachments }), MailTooLargeError);
  });
});
