import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ENGINE } from '../storage/conformance/engines.ts';
import { makeBench } from '../storage/conformance/harness.ts';
import { column } from '../support/columns.ts';
import { startSshd } from '../support/receiver/sshd.ts';
import { RESTAURANTE_ID } from '../support/samples.ts';
import { actOf, DAILY, IVA, makeProcess, schedule, seedDays } from './world.ts';

const NEXT_MORNING = Date.UTC(2026, 10, 16, 5, 1);

describe('deliveries to a real SFTP server', () => {
  test('put a whole file at its name, and only to the server whose key is pinned', async (t) => {
    await using bench = await makeBench(ENGINE.SQLite);
    const { store, clock } = bench;
    const sshd = await startSshd(t);
    const process = makeProcess(t, bench, store);
    await seedDays(store, ['2026-11-14', '2026-11-15']);
    const destino = { clase: 'sftp', ...sshd.login, carpeta: sshd.folder } as const;
    // As a browser pastes it into a field of one line.
    const secreto = sshd.key.replaceAll('\n', '');
    const act = await actOf(store);
    const given = { nombre: 'IVA', que: IVA, cuando: DAILY, secreto };

    // Without the key the service says which one the server shows; a wrong one is refused.
    for (const huella of ['', `SHA256:${'A'.repeat(43)}`]) {
      const asked = await process.envios.create({ ...given, destino: { ...destino, huella } }, act);
      assert.ok(asked.outcome === 'invalid' && asked.campo === '/destino/huella');
      assert.ok(asked.message.includes(sshd.login.huella), asked.message);
    }
    const id = await schedule(process, store, destino, { secreto });
    const envio = await process.envios.find(RESTAURANTE_ID, id);
    assert.ok(envio !== null);
    assert.ok(!Buffer.from(envio.secreto ?? []).includes('PRIVATE KEY'), 'sealed');
    assert.deepEqual(await process.envios.test(envio, act), { ok: true });
    assert.deepEqual(readdirSync(sshd.folder), ['comanda-prueba.txt']);

    clock.set(NEXT_MORNING);
    await process.scheduler.runOnce();
    const [run] = await store.envios.history(RESTAURANTE_ID, id, 1);
    assert.partialDeepStrictEqual(run, { estado: 'entregada', periodo: '2026-11-15', dudas: 0 });
    const name = 'casa-pepa_iva_2026-11-15.csv';
    assert.deepEqual(readdirSync(sshd.folder).sort(), [name, 'comanda-prueba.txt']);
    assert.ok(readFileSync(join(sshd.folder, name), 'utf8').includes('ped_2026-11-15'));
    // Sent again, it takes the place of the former.
    writeFileSync(join(sshd.folder, name), 'viejo');
    assert.ok(run !== undefined && (await process.envios.sendAgain(envio, run, act)));
    await process.scheduler.runOnce();
    assert.ok(readFileSync(join(sshd.folder, name), 'utf8').includes('ped_2026-11-15'));
    assert.equal(readdirSync(sshd.folder).length, 2);

    // The server comes back with another key: nothing is sent, not even the password.
    await sshd.restartWithAnotherKey();
    const changed = await process.envios.test(envio, act);
    assert.ok(!changed.ok && changed.fallo === 'clave_servidor');
    assert.match(changed.detalle, /^SHA256:/);
    assert.notEqual(changed.detalle, sshd.login.huella);
  });

  test('say what is wrong: the key of the user, the folder, the address, nobody there', async (t) => {
    await using bench = await makeBench(ENGINE.SQLite);
    const { store } = bench;
    const sshd = await startSshd(t);
    const process = makeProcess(t, bench, store);
    const act = await actOf(store);
    const destino = { clase: 'sftp', ...sshd.login, carpeta: sshd.folder } as const;
    const outcome = async (more: object, secreto = sshd.key) => {
      const id = await schedule(process, store, { ...destino, ...more }, { secreto });
      const envio = await process.envios.find(RESTAURANTE_ID, id);
      assert.ok(envio !== null);
      const llegada = await process.envios.test(envio, act);
      assert.ok(!llegada.ok);
      return [llegada.fallo, llegada.detalle] as const;
    };
    const secret = `una contraseña ${randomUUID()}`;
    const [fallo, detalle] = await outcome({}, secret);
    assert.equal(fallo, 'acceso', detalle);
    assert.ok(!detalle.includes(secret));
    const [missing, why] = await outcome({ carpeta: join(sshd.folder, 'no-existe') });
    assert.equal(missing, 'rechazado', why);
    await sshd.stop();
    assert.equal((await outcome({}))[0], 'conexion');

    const guarded = makeProcess(t, bench, store, { allowed: [] });
    const refused = await guarded.envios.create(
      { nombre: 'IVA', que: IVA, cuando: DAILY, destino, secreto: 'x' },
      act,
    );
    assert.ok(refused.outcome === 'invalid' && refused.campo === '/destino/host');
  });

  test('three processes, killed between upload and commit: one file a day, never half', async (t) => {
    await using bench = await makeBench(ENGINE.SQLite);
    const { store, clock } = bench;
    const sshd = await startSshd(t);
    await seedDays(store, ['2026-11-15', '2026-11-16', '2026-11-17']);
    const destino = { clase: 'sftp', ...sshd.login, carpeta: sshd.folder } as const;
    const first = makeProcess(t, bench, store);
    const id = await schedule(first, store, destino, { secreto: sshd.key });
    clock.set(NEXT_MORNING + 2 * 86_400_000);
    // A killed process has uploaded, and its commit never came; another was killed in the middle of its upload.
    writeFileSync(join(sshd.folder, 'casa-pepa_iva_2026-11-15.csv'), 'la mi');
    await first.scheduler.runOnce();
    await first.scheduler.stop();
    await store.envios.claim('muerto', clock.now(), 1, 900_000);
    const others = [2, 3, 4].map(async (seed) =>
      makeProcess(t, bench, await bench.another(), { seed }),
    );
    const processes = await Promise.all(others);
    for (let n = 0; n < 6; n += 1) {
      await Promise.all(processes.map(({ scheduler }) => scheduler.runOnce()));
    }
    const runs = await store.envios.history(RESTAURANTE_ID, id, 10);
    assert.deepEqual(column(runs, 'estado'), ['entregada', 'entregada', 'entregada']);
    const wanted = ['2026-11-15', '2026-11-16', '2026-11-17'];
    assert.deepEqual(column(runs, 'periodo').sort(), wanted);
    const files = readdirSync(sshd.folder).sort();
    assert.deepEqual(
      files,
      wanted.map((day) => `casa-pepa_iva_${day}.csv`),
    );
    for (const [i, file] of files.entries()) {
      assert.ok(readFileSync(join(sshd.folder, file), 'utf8').includes(`ped_${wanted[i]}`), file);
    }
  });
});
