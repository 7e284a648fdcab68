import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { makeDeliverySource } from '../../src/deliveries/source.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { ENGINE } from '../storage/conformance/engines.ts';
import { makeBench } from '../storage/conformance/harness.ts';
import { column } from '../support/columns.ts';
import { describeOnEngines } from '../support/engines.ts';
import { plainOf, startSmtp } from '../support/receiver/smtp.ts';
import { NOW_MS, RESTAURANTE_ID } from '../support/samples.ts';
import { actOf, CAJA, makeProcess, schedule, seedDays } from './world.ts';

const TO = { clase: 'correo', para: 'gestoria@example.com' } as const;
const NEXT_MORNING = Date.UTC(2026, 10, 16, 5, 1);

/** The attached file. */
const attachmentOf = (raw: string): Buffer => {
  const [, body = ''] =
    /filename=[^\r\n]+\r\n(?:[^\r\n]+\r\n)*\r\n([A-Za-z0-9+/=\r\n]+?)\r\n--/.exec(raw) ?? [];
  return Buffer.from(body, 'base64');
};

describeOnEngines('deliveries by mail', (engine) => {
  test('a day arrives once, after its end, with its hash in the history', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    const smtp = await startSmtp(t);
    const process = makeProcess(t, bench, store, { smtpUrl: smtp.url });
    await seedDays(store, ['2026-11-14', '2026-11-15', '2026-11-16']);
    const id = await schedule(process, store, TO);
    await process.scheduler.runOnce();
    assert.deepEqual(column(smtp.received, 'subject'), [], 'the day is not over');
    clock.set(NEXT_MORNING);
    for (let n = 0; n < 3; n += 1) await process.scheduler.runOnce();
    const [mail, ...more] = smtp.received;
    assert.ok(mail !== undefined && more.length === 0);
    assert.deepEqual(mail.to, [TO.para]);
    const file = attachmentOf(mail.raw);
    const csv = file.toString();
    assert.ok(csv.includes('ped_2026-11-15') && !csv.includes('ped_2026-11-14'), csv);
    assert.ok(!csv.includes('ped_2026-11-16'));
    const [run, ...others] = await store.envios.history(RESTAURANTE_ID, id, 10);
    assert.equal(others.length, 0);
    assert.partialDeepStrictEqual(run, {
      ...{ periodo: '2026-11-15', estado: 'entregada', motivo: 'programada', intentos: 1 },
      ...{ archivo: 'casa-pepa_iva_2026-11-15.csv', bytes: file.length, dudas: 1 },
      sha256: createHash('sha256').update(file).digest('hex'),
    });
    assert.ok(plainOf(mail).includes(run?.sha256 ?? '?'));
    assert.ok(process.lines.every((line) => !line.includes(TO.para)));
  });

  test('after three days off each day arrives, in order; a paused one is not made up for', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    const smtp = await startSmtp(t);
    const process = makeProcess(t, bench, store, { smtpUrl: smtp.url });
    const id = await schedule(process, store, TO, { que: CAJA });
    const paused = await schedule(process, store, TO, { nombre: 'En pausa' });
    const act = await actOf(store);
    const envio = await process.envios.find(RESTAURANTE_ID, paused);
    assert.ok(envio !== null && (await process.envios.setActive(envio, false, act)));
    clock.set(NEXT_MORNING + 2 * DAY_MS);
    for (let n = 0; n < 5; n += 1) await process.scheduler.runOnce();
    assert.deepEqual(
      smtp.received.map(({ raw }) => /caja_(\d{4}-\d\d-\d\d)\.csv/.exec(raw)?.[1]),
      ['2026-11-15', '2026-11-16', '2026-11-17'],
    );
    assert.ok(await process.envios.setActive(envio, true, act));
    await process.scheduler.runOnce();
    assert.deepEqual(await store.envios.history(RESTAURANTE_ID, paused, 10), []);
    assert.equal((await store.envios.history(RESTAURANTE_ID, id, 10)).length, 3);
  });

  test('one that is refused is tried for a day, then a condition; sent again, it ends', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    const smtp = await startSmtp(t);
    const process = makeProcess(t, bench, store, { smtpUrl: smtp.url });
    const source = makeDeliverySource(store.envios);
    const id = await schedule(process, store, TO);
    smtp.refuseWith(451);
    clock.set(NEXT_MORNING);
    await process.scheduler.runOnce();
    assert.deepEqual(await source.signals(clock.now(), []), []);
    for (let hours = 0; hours < 26; hours += 1) {
      clock.set(clock.now() + HOUR_MS);
      await process.scheduler.runOnce();
    }
    const runs = await store.envios.history(RESTAURANTE_ID, id, 10);
    const first = runs.find(({ periodo }) => periodo === '2026-11-15');
    assert.partialDeepStrictEqual(first, { estado: 'fallida', fallo: 'rechazado' });
    assert.ok((first?.intentos ?? 0) > 10);
    assert.ok(!JSON.stringify(process.lines).includes('pepa@rincon.example'));
    const signals = (await source.signals(clock.now(), [])) ?? [];
    assert.deepEqual(column(signals, 'tipo'), ['envio_fallido']);
    assert.equal(signals[0]?.objeto, id);
    smtp.refuseWith(null);
    const envio = await process.envios.find(RESTAURANTE_ID, id);
    assert.ok(envio !== null && first !== undefined);
    const act = await actOf(store);
    assert.equal(await process.envios.sendAgain(envio, first, act), true);
    assert.equal(await process.envios.sendAgain(envio, first, act), false, 'it is under way');
    clock.set(clock.now() + 2 * HOUR_MS);
    await process.scheduler.runOnce();
    assert.ok(smtp.received.some(({ raw }) => raw.includes('iva_2026-11-15.csv')));
    assert.deepEqual(await source.signals(clock.now(), []), []);
  });

  test('after a crash while it was sent, it comes once more, says so, and not a third time', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    const smtp = await startSmtp(t);
    const first = makeProcess(t, bench, store, { smtpUrl: smtp.url });
    const id = await schedule(first, store, TO);
    clock.set(NEXT_MORNING);
    /** Claims the run and begins the mail, as a process that is killed then. */
    const crash = async (owner: string) => {
      const [run] = await store.envios.claim(owner, clock.now(), 1, HOUR_MS);
      assert.ok(run !== undefined);
      const claim = { id: run.id, intentos: run.intentos, poseedor: owner };
      const made = { archivo: 'x', bytes: 1, sha256: 'x' };
      assert.equal(await store.envios.begin(claim, made), true);
      return claim;
    };
    const envio = await first.envios.find(RESTAURANTE_ID, id);
    assert.ok(envio !== null);
    const planned = { id: 'eje_1', motivo: 'programada', periodo: '2026-11-15' } as const;
    const run = { ...planned, inicio: '2026-11-15', fin: '2026-11-16', creadaMs: clock.now() };
    const next = { siguiente: '2026-11-16', proximoMs: clock.now() + DAY_MS };
    await store.envios.plan(envio, [run], next);
    const lost = await crash('muerto');
    const second = makeProcess(t, bench, await bench.another(), { smtpUrl: smtp.url, seed: 2 });
    await second.scheduler.runOnce();
    const [mail, ...others] = smtp.received;
    assert.ok(mail !== undefined && others.length === 0);
    assert.match(plainOf(mail), /Puede que ya lo tengas/);
    assert.match(mail.messageId, /^<eje_1@/);
    const done = { estado: 'entregada', atMs: 0, fallo: null, detalle: null } as const;
    const nothing = { archivo: null, bytes: null, sha256: null };
    assert.equal(await store.envios.finish(lost, { ...done, ...nothing }), false, 'fenced off');
    // Interrupted twice, nobody knows, and a person has to look.
    assert.equal(
      await first.envios.sendAgain(envio, { ...run, envioId: id } as never, await actOf(store)),
      true,
    );
    await crash('otro');
    await second.scheduler.stop();
    const third = makeProcess(t, bench, await bench.another(), { smtpUrl: smtp.url, seed: 3 });
    await store.envios.takeOver('proceso-3', clock.now());
    await crash('otro más');
    await third.scheduler.runOnce();
    assert.equal(smtp.received.length, 1);
    const again = (await store.envios.history(RESTAURANTE_ID, id, 9)).find(
      ({ motivo }) => motivo === 'repetida',
    );
    assert.partialDeepStrictEqual(again, { estado: 'fallida', fallo: 'sin_confirmar' });
  });

  test('a file too large for a mail is a link that ends', async (t) => {
    await using bench = await makeBench(ENGINE[engine]);
    const { store, clock } = bench;
    const made: unknown[] = [];
    const { makeCorreo } = await import('../../src/deliveries/destinos/correo.ts');
    const raws: string[] = [];
    const correo = makeCorreo({
      clock,
      enlaces: {
        offer: async (...given) => {
          made.push(given);
          return 'https://comanda.example/datos/abc.csv';
        },
      },
      transport: {
        from: 'Comanda <avisos@comanda.example>',
        send: async (_, raw) => {
          raws.push(Buffer.from(raw).toString());
          return { kind: 'sent' };
        },
      },
    });
    const process = makeProcess(t, bench, store, { smtpUrl: 'smtp://127.0.0.1:1' });
    const id = await schedule(process, store, TO);
    const envio = await process.envios.find(RESTAURANTE_ID, id);
    assert.ok(envio !== null);
    const sent = await correo(TO, {
      ...{ envio, secreto: null, begin: async () => true },
      run: { id: 'eje_1', dudas: 0, periodo: '2026-11', intentos: 1 },
      content: {
        ...{ archivo: 'grande.csv', tipo: 'text/csv', caja: null, restaurante: 'Casa Pepa' },
        tramo: { desde: 1, hasta: 2 },
      },
      file: {
        ...{ bytes: 10 * 1_024 * 1_024 + 1, sha256: 'abc' },
        stream: () => assert.fail('it is not read'),
        read: () => assert.fail('it is not read'),
      },
    });
    assert.deepEqual(sent, { ok: true });
    assert.partialDeepStrictEqual(made, [[{ id }, { desde: 1, hasta: 2 }, NEXT(clock.now())]]);
    assert.ok(raws[0]?.includes('https://comanda.example/datos/abc.csv'));
    assert.ok(!raws[0]?.includes('filename='));
  });
});

const NEXT = (nowMs: number): number => nowMs + 7 * DAY_MS;
assert.ok(NOW_MS < NEXT_MORNING);
