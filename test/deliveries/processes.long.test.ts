import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Destino } from '../../src/contract/panel/envios.ts';
import { makeRandomBytes } from '../../src/platform/random.ts';
import { makeSecretBox, ownerOf } from '../../src/webhooks/secret-box.ts';
import { accept, auditEntry } from '../storage/conformance/harness.ts';
import { column } from '../support/columns.ts';
import { createMigratedDatabase } from '../support/postgres/databases.ts';
import { startSmtp } from '../support/receiver/smtp.ts';
import { startSshd } from '../support/receiver/sshd.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedidoEntero,
  sampleRestaurante,
} from '../support/samples.ts';
import { startServer } from '../support/server.ts';
import { INGEST_KEY, openTestStore } from '../support/service.ts';
import { until } from '../support/until.ts';
import { IVA } from './world.ts';

const SECRETS_KEY = 'una-llave-de-pruebas-bien-larga-y-secreta';
const DAYS = 6;
const day = (n: number): string =>
  Temporal.PlainDate.from('2026-10-01').add({ days: n }).toString();

test('three processes under kill -9: one file a day at its name, one mail a day, a repeated one named', async (t) => {
  const database = await createMigratedDatabase();
  const [smtp, sshd] = [await startSmtp(t), await startSshd(t)];
  const store = await openTestStore({ databaseUrl: database.url, dataDir: '' });
  t.after(async () => {
    await store.close();
    await database.drop();
  });
  await store.cuentas.save(sampleRestaurante(), { activo: true, ingesta: true });
  const days = Array.from({ length: DAYS }, (_, n) => day(n));
  await accept(
    store,
    days.map((each) =>
      comando.importar(
        samplePedidoEntero({
          ...{ id: `ped_${each}`, numero: `${each.replaceAll('-', '')}-1`, estado: 'entregado' },
          creado_en: `${each}T11:00:00.000Z`,
        }),
        [],
      ),
    ),
  );
  const box = makeSecretBox([SECRETS_KEY], makeRandomBytes());
  /** A delivery that should have sent a week in autumn, and was away. */
  const schedule = (id: string, destino: Destino, secreto: string | null) =>
    store.envios.create(
      {
        ...{ id, restauranteId: RESTAURANTE_ID, usuarioId: 'usr_1', nombre: id, que: IVA, destino },
        cuando: { cada: 'dia', a_las: '06:00' },
        secreto:
          secreto === null ? null : box.seal(Buffer.from(secreto), ownerOf(RESTAURANTE_ID, id)),
        ...{ activo: true, creadoMs: 0, siguiente: day(0), proximoMs: 0 },
      },
      auditEntry(),
    );
  const ends = async (id: string) =>
    (await store.envios.history(RESTAURANTE_ID, id, 1_000)).filter(
      ({ periodo, estado }) => estado === 'entregada' && days.includes(periodo),
    );

  const env = {
    ...{ DATABASE_URL: database.url, SECRETS_KEY, INGEST_KEY, ...smtp.env },
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  };
  const start = () => startServer(t, { env });
  const servers = await Promise.all([start(), start(), start()]);
  await schedule('env_sftp', { clase: 'sftp', ...sshd.login, carpeta: sshd.folder }, sshd.key);
  await schedule('env_correo', { clase: 'correo', para: 'gestoria@example.com' }, null);

  // The one that sends dies as soon as a file or a mail has arrived and before it can have noted all; another takes its place.
  const holders = new Set<number>();
  for (let kills = 0; kills < 3; kills += 1) {
    const before = readdirSync(sshd.folder).length + smtp.received.length;
    await until(() => readdirSync(sshd.folder).length + smtp.received.length > before);
    for (const server of servers) if (!holders.has(server.pid)) server.kill('SIGKILL');
    const killed = servers.filter(({ pid }) => !holders.has(pid));
    await Promise.all(killed.map(({ ended }) => ended));
    for (const { pid } of killed) holders.add(pid);
    servers.push(...(await Promise.all([start(), start(), start()])));
  }
  await until(async () => (await ends('env_sftp')).length === DAYS);
  await until(async () => {
    const runs = await store.envios.history(RESTAURANTE_ID, 'env_correo', 1_000);
    const wanted = runs.filter(({ periodo }) => days.includes(periodo));
    return wanted.length === DAYS && wanted.every(({ estado }) => estado !== 'pendiente');
  });
  await wait(1_000);

  const files = readdirSync(sshd.folder).filter((name) => !name.startsWith('.'));
  const ours = files.filter((name) => days.some((each) => name.endsWith(`_${each}.csv`))).sort();
  assert.deepEqual(
    ours,
    days.map((each) => `casa-pepa_iva_${each}.csv`),
  );
  for (const [i, name] of ours.entries()) {
    const text = readFileSync(join(sshd.folder, name), 'utf8');
    assert.ok(text.includes(`ped_${days[i]}`) && text.endsWith('\r\n'), name);
  }
  assert.deepEqual(column(await ends('env_sftp'), 'periodo').sort(), days);
  // Mail: every day arrived; a day that arrived twice says so the second time, with the same Message-ID.
  const byId = Map.groupBy(smtp.received, ({ messageId }) => messageId);
  const runs = await store.envios.history(RESTAURANTE_ID, 'env_correo', 1_000);
  for (const { id, periodo, estado } of runs.filter((run) => days.includes(run.periodo))) {
    const mails = byId.get([...byId.keys()].find((key) => key.includes(id)) ?? '') ?? [];
    assert.ok(
      mails.length >= 1 && mails.length <= 2,
      `${periodo}: ${mails.length} mails, ${estado}`,
    );
    const again = mails.filter(({ subject, raw }) => /Otra_vez|Otra vez/.test(subject + raw));
    assert.equal(again.length, mails.length - 1, periodo);
  }
});
