import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCli } from '../../../../src/cli/cli.ts';
import { makeRandomBytes } from '../../../../src/platform/random.ts';
import { makeSecretBox, ownerOf } from '../../../../src/webhooks/secret-box.ts';
import { captureIo } from '../../../cli/captured-io.ts';
import { makePerson } from '../../../health/evaluation.ts';
import { auditEntry } from '../../../storage/conformance/harness.ts';
import { makeFolder } from '../../../support/machine/folder.ts';
import { startSite } from '../../../support/machine/loopback.ts';
import { comando } from '../../../support/samples.ts';
import { ENGINES, startService, startServiceOn } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { signatureOf } from '../../../support/values/signature.ts';
import { makeClient, withToken } from '../client.ts';
import { carryOut } from '../world.ts';
import { create } from './hooks.ts';

const [OLD, NEW, LATER] = ['vieja', 'nueva', 'última'].map((name) =>
  `${name}-llave-de-los-secretos-guardados`.replaceAll('ú', 'u'),
) as [string, string, string];

for (const engine of ENGINES) {
  describe(`secrets rotate on ${engine}`, () => {
    it('encrypts anew while deliveries go on, then the old key can go; a lost one has a way out', async (t) => {
      const DATA_DIR = makeFolder();
      const received: { body: Buffer; firma: string }[] = [];
      const url = await startSite(t, async (request, response) => {
        const body = Buffer.concat(await request.toArray());
        received.push({ body, firma: String(request.headers['x-svc-firma']) });
        response.end();
      });
      const common = { DATA_DIR, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
      const service = await startServiceOn(engine, t, { ...common, SECRETS_KEY: `${OLD},${NEW}` });
      const { databaseUrl } = service;
      const place = databaseUrl === null ? common : { ...common, DATABASE_URL: databaseUrl };
      await carryOut(service, comando.guardarRestaurante());
      const { token } = await service.makeLlave();
      const { id, secreto_firma } = await create(withToken(makeClient(service.publicUrl), token), {
        url,
      });
      const isDelivered = async (secreto: string) => {
        const before = received.length;
        await carryOut(service, comando.crear());
        await until(() => received.length > before);
        const { body = Buffer.of(), firma = '' } = received.at(-1) ?? {};
        return signatureOf(body, secreto) === firma;
      };
      const rotate = async (SECRETS_KEY: string, ...more: string[]) => {
        const { said, io } = captureIo();
        const args = ['secrets', 'rotate', '--json', ...more];
        const code = await runCli(args, io, { ...place, SECRETS_KEY });
        const lines = said.out.split('\n').filter(Boolean);
        return { code, lines: lines.map((line) => JSON.parse(line)), err: said.err };
      };
      const startWith = async (SECRETS_KEY: string) => {
        const other = await startService(t, { env: { ...place, SECRETS_KEY } });
        await other.stop();
      };

      assert.ok(await isDelivered(secreto_firma));
      const sealedBy = (key: string) => makeSecretBox([key], makeRandomBytes());
      const { mails, factores, envios } = service.store;
      const ana = await makePerson(service.store, 'ana');
      const secret = Buffer.from('un secreto');
      await factores.setTotp(ana, sealedBy(OLD).seal(secret, ana), null, auditEntry());
      await mails.add([
        { id: 'cor_1', recipient: 'ana@pepa.example', sealed: sealedBy(OLD).seal(secret, 'cor_1') },
      ]);
      const [restauranteId, envioId] = ['rest_casa_pepa', 'env_1'];
      const owner = ownerOf(restauranteId, envioId);
      await envios.create(
        {
          ...{ id: envioId, restauranteId, usuarioId: ana, nombre: 'IVA', activo: true },
          que: { clase: 'caja', fecha: 'creacion', idioma: 'es' },
          cuando: { cada: 'mes', a_las: '07:00' },
          destino: { clase: 'correo', para: 'gestoria@example.com' },
          secreto: sealedBy(OLD).seal(secret, owner),
          ...{ creadoMs: 0, siguiente: '2099-01-01', proximoMs: Date.UTC(2099, 1, 1) },
        },
        auditEntry(),
      );
      const first = await rotate(`${NEW},${OLD}`);
      assert.deepEqual(
        [first.code, first.lines],
        [0, [{ recifrados: 1, vigentes: 0, sustituidos: 0, perdidos: 0 }]],
      );
      assert.ok(await isDelivered(secreto_firma), 'by the process that began with the old key');
      assert.equal((await rotate(`${NEW},${OLD}`)).lines[0].vigentes, 1);
      const [totp] = await factores.sealed();
      const [mail] = await mails.sealed('', 10);
      assert.deepEqual(sealedBy(NEW).open(totp?.totp ?? Buffer.of(), ana), secret);
      assert.deepEqual(sealedBy(NEW).open(mail?.sealed ?? Buffer.of(), 'cor_1'), secret);
      const [envio] = await envios.sealed();
      assert.deepEqual(sealedBy(NEW).open(envio?.secreto ?? Buffer.of(), owner), secret);
      await startWith(NEW);
      await assert.rejects(startWith(OLD), /was encrypted with another key/);

      const refused = await rotate(LATER);
      assert.equal(refused.code, 1);
      assert.match(refused.err, /no key opens the secrets of 1 webhook: .* --replace-lost\n$/);
      const { code, lines } = await rotate(LATER, '--replace-lost');
      assert.equal(code, 0);
      const [replaced, counts] = lines;
      assert.deepEqual([replaced.id, counts.sustituidos, counts.perdidos], [id, 1, 0]);
      assert.match(replaced.secreto_firma, /^[0-9a-f]{64}$/);
      await startWith(LATER);
      assert.equal((await service.store.webhooks.list(replaced.restaurante_id)).length, 1);
    });
  });
}
