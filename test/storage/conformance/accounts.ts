import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Restaurante } from '../../../src/contract/recursos/restaurante.ts';
import { RATE_WINDOW_MS } from '../../../src/domain/sliding-window.ts';
import { rememberKeys } from '../../../src/storage/accounts/remembered-keys.ts';
import type { Llave } from '../../../src/storage/port/accounts.ts';
import { column } from '../../support/columns.ts';
import { NOW_MS, RESTAURANTE_ID, sampleRestaurante } from '../../support/samples.ts';
import { auditEntry, type Engine, json, llave, testOn, text } from './harness.ts';

/** Longer than an engine's interval between two checks for changes. */
const LOOK_MS = 150;

export const accountConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: accounts`, () => {
    test('a profile is stored whole, and replaced whole', async ({ cuentas }) => {
      const found = await cuentas.find(RESTAURANTE_ID);
      assert.deepEqual(json<Restaurante>(found?.perfil ?? null), sampleRestaurante());
      await cuentas.save(sampleRestaurante({ nombre: 'Casa Pepa II', slug: 'pepa-2' }), {});
      const renamed = await cuentas.find(RESTAURANTE_ID);
      assert.equal(renamed?.cuenta.nombre, 'Casa Pepa II');
      assert.equal(renamed?.cuenta.slug, 'pepa-2');
      assert.equal(await cuentas.find('rest_nadie'), null);
    });

    test('a flag that a save does not name keeps its value; a new account is active without ingestion', async (store) => {
      const { cuentas } = store;
      await cuentas.save(sampleRestaurante({ id: 'rest_nuevo' }), {});
      const fresh = (await cuentas.find('rest_nuevo'))?.cuenta;
      assert.deepEqual([fresh?.activo, fresh?.ingesta], [true, false]);
      await cuentas.save(sampleRestaurante({ id: 'rest_nuevo' }), { activo: false, ingesta: true });
      await cuentas.save(sampleRestaurante({ id: 'rest_nuevo' }), {});
      const kept = (await cuentas.find('rest_nuevo'))?.cuenta;
      assert.deepEqual([kept?.activo, kept?.ingesta], [false, true]);
    });

    test('accounts are listed by id, page by page', async ({ cuentas }) => {
      for (const id of ['rest_b', 'rest_a', 'rest_Z']) {
        await cuentas.save(sampleRestaurante({ id }), {});
      }
      const first = await cuentas.list('', 2);
      assert.deepEqual(column(first, 'id'), ['rest_Z', 'rest_a']);
      const rest = await cuentas.list('rest_a', 10);
      assert.deepEqual(column(rest, 'id'), ['rest_b', RESTAURANTE_ID]);
    });

    test('suspending writes an audit entry', async ({ cuentas, auditoria }) => {
      const entry = auditEntry({ accion: 'restaurante.suspendido', detalle: { por: 'impago' } });
      assert.equal(await cuentas.setActive(RESTAURANTE_ID, false, entry), true);
      assert.equal((await cuentas.find(RESTAURANTE_ID))?.cuenta.activo, false);
      assert.equal(await cuentas.setActive('rest_nadie', false, entry), false);
      assert.deepEqual(await auditoria.list(RESTAURANTE_ID, 10), [{ ...entry, id: 1 }]);
      assert.deepEqual(await auditoria.list('rest_nadie', 10), []);
    });

    test('the audit counts what repeats, and is read from a position on', async ({ auditoria }) => {
      const repeated = auditEntry({ accion: 'sesion.rechazada', actor: 'red:192.0.2.0/24' });
      const { momentoMs } = repeated;
      await auditoria.count(repeated, 'a', 1);
      await auditoria.add(auditEntry({ momentoMs: momentoMs + 1 }));
      await auditoria.count({ ...repeated, momentoMs: momentoMs + 2 }, 'a', 3);
      await auditoria.count({ ...repeated, momentoMs: momentoMs + 2 }, 'b', 1);
      const all = await auditoria.since({ momentoMs: 0, id: 0 }, null, 10);
      assert.deepEqual(
        all.map(({ accion, detalle }) => [accion, detalle['veces']]),
        [
          ['probado', undefined],
          ['sesion.rechazada', 4],
          ['sesion.rechazada', 1],
        ],
      );
      const [first, second] = all;
      assert.ok(first);
      assert.deepEqual(await auditoria.since(first, 'red', 1), [second]);
      assert.deepEqual(await auditoria.since(first, 're', 10), []);
    });

    test('documents are replaced wholesale and kept byte by byte', async ({ cuentas }) => {
      assert.equal(await cuentas.document(RESTAURANTE_ID, 'carta'), null);
      const body = '{"tamaño": "🍕", "espacio":  1.0}';
      const documents = [{ kind: 'carta', json: body } as const];
      assert.equal(await cuentas.saveDocuments(RESTAURANTE_ID, documents), true);
      assert.equal(await cuentas.saveDocuments('rest_nadie', documents), false);
      assert.equal(text(await cuentas.document(RESTAURANTE_ID, 'carta')), body);
      await cuentas.saveDocuments(RESTAURANTE_ID, [{ kind: 'carta', json: '{}' }]);
      assert.equal(text(await cuentas.document(RESTAURANTE_ID, 'carta')), '{}');
      assert.equal(await cuentas.document(RESTAURANTE_ID, 'zonas'), null);
    });
  });

  describe(`${engine.name}: API keys`, () => {
    test('a key that another process has just created is found at once', async (store, bench) => {
      const { llaves } = store;
      const second = await bench.another();
      // On SQLite all reads of a turn share one snapshot, and this read comes before the key.
      assert.deepEqual(await llaves.list(null), []);
      await second.llaves.create(llave(), 'h1', auditEntry());
      assert.equal((await llaves.findByHash('h1'))?.llave.id, llave().id);
    });

    test('a key is found by the hash of its token, with the state of its restaurant', async (store) => {
      const { llaves, cuentas } = store;
      assert.equal(await llaves.create(llave(), 'h1', auditEntry()), 'created');
      assert.deepEqual(await llaves.findByHash('h1'), { llave: llave(), activo: true });
      assert.equal(await llaves.findByHash('h2'), null);
      await cuentas.setActive(RESTAURANTE_ID, false, auditEntry());
      assert.equal((await llaves.findByHash('h1'))?.activo, false);
      const orphan = llave({ id: 'llv_2', restauranteId: 'rest_nadie' });
      assert.equal(await llaves.create(orphan, 'h2', auditEntry()), 'no_restaurant');
      assert.equal(await llaves.get('llv_2'), null);
    });

    test('the version changes when any process changes a key', async ({ llaves }, bench) => {
      const second = await bench.another();
      for (const id of ['llv_1', 'llv_2']) {
        await llaves.create(llave({ id }), id, auditEntry());
      }
      /** The version is read in the background, so a call may get it a moment later. */
      const version = async (): Promise<number> => {
        for (;;) {
          const known = llaves.version();
          await wait(LOOK_MS);
          if (known !== undefined && known === llaves.version()) return known;
        }
      };
      const successor = { llave: llave({ id: 'llv_3' }), hash: 'h3' };
      const changes = {
        revoked: () => second.llaves.revoke('llv_1', NOW_MS, auditEntry()),
        rotated: () => llaves.rotate(llave({ id: 'llv_2' }), successor, NOW_MS + 50, auditEntry()),
        suspended: () => second.cuentas.setActive(RESTAURANTE_ID, false, auditEntry()),
        'active again': () => second.cuentas.save(sampleRestaurante(), { activo: true }),
      };
      for (const [name, change] of Object.entries(changes)) {
        const before = await version();
        await change();
        await wait(LOOK_MS);
        assert.notEqual(await version(), before, name);
      }
    });

    test('remembered keys are read again when any process has changed one', async (store, bench) => {
      const { llaves } = store;
      const second = await bench.another();
      const ids = ['llv_1', 'llv_2'];
      for (const id of ids) await llaves.create(llave({ id }), id, auditEntry());
      const reads: (readonly string[])[] = [];
      const { findByIds } = rememberKeys({
        readVersion: llaves.readVersion,
        findByIds(unknown) {
          reads.push(unknown);
          return llaves.findByIds(unknown);
        },
      });
      const revoked = async () => {
        const found = await findByIds([...ids, 'llv_nadie']);
        return ids.map((id) => found.get(id)?.llave.revocadaMs);
      };
      assert.deepEqual(await revoked(), [null, null]);
      reads.length = 0;
      assert.deepEqual(await revoked(), [null, null]);
      assert.deepEqual(reads, [['llv_nadie']], 'one that is unknown may be created any time');
      await second.llaves.revoke('llv_1', NOW_MS, auditEntry());
      await wait(LOOK_MS);
      assert.deepEqual(await revoked(), [NOW_MS, null]);
      await second.cuentas.setActive(RESTAURANTE_ID, false, auditEntry());
      await wait(LOOK_MS);
      assert.equal((await findByIds(ids)).get('llv_2')?.activo, false);
    });

    test('a key is revoked once', async ({ llaves, auditoria }) => {
      await llaves.create(llave(), 'h1', auditEntry({ accion: 'creada' }));
      assert.equal(
        await llaves.revoke('llv_1', NOW_MS + 5, auditEntry({ accion: 'revocada' })),
        true,
      );
      assert.equal(await llaves.revoke('llv_1', NOW_MS + 9, auditEntry({ accion: 'otra' })), false);
      assert.equal((await llaves.get('llv_1'))?.revocadaMs, NOW_MS + 5);
      const acciones = (await auditoria.list(null, 10)).map((entry) => entry.accion);
      assert.deepEqual(acciones, ['revocada', 'creada']);
    });

    test('rotation ends the old key after its grace, never later than it was to end', async (store) => {
      const { llaves } = store;
      const [one, two] = [llave(), llave({ id: 'llv_2', expiraMs: NOW_MS + 10 })];
      await llaves.create(one, 'h1', auditEntry());
      await llaves.create(two, 'h2', auditEntry());
      const rotate = (old: Llave, n: number) => {
        const next = { llave: llave({ id: `llv_next${n}` }), hash: `next${n}` };
        return llaves.rotate(old, next, NOW_MS + 50, auditEntry());
      };
      const both = await Promise.all([rotate(one, 1), rotate(one, 1)]);
      assert.deepEqual(both.toSorted(), ['changed', 'rotated']);
      assert.equal(await rotate(two, 2), 'rotated');
      assert.equal(await rotate(llave({ id: 'llv_nadie' }), 3), 'revoked');
      assert.equal((await llaves.get('llv_1'))?.expiraMs, NOW_MS + 50);
      assert.equal((await llaves.get('llv_2'))?.expiraMs, NOW_MS + 10);
      assert.equal((await llaves.findByHash('next1'))?.llave.id, 'llv_next1');
      assert.equal(await llaves.findByHash('next3'), null);
    });

    test('a restaurant has at most so many active keys, however many are made at once', async (store) => {
      const { llaves, cuentas } = store;
      await cuentas.save(sampleRestaurante({ id: 'rest_otro' }), {});
      const create = (n: number, more: Partial<Llave> = {}) =>
        llaves.create(llave({ id: `llv_${n}`, ...more }), `h${n}`, auditEntry());
      assert.equal(await create(900, { expiraMs: NOW_MS - 1 }), 'created');
      assert.equal(await create(901, { restauranteId: 'rest_otro' }), 'created');
      const outcomes = await Promise.all(Array.from({ length: 60 }, (_, n) => create(n)));
      assert.equal(outcomes.filter((each) => each === 'created').length, 50);
      assert.equal(outcomes.filter((each) => each === 'too_many').length, 10);

      const old = (await llaves.list(RESTAURANTE_ID)).find(({ expiraMs }) => expiraMs === null);
      assert.ok(old);
      const successor = { llave: llave({ id: 'llv_sucesora' }), hash: 'sucesora' };
      const rotate = (graceMs: number) =>
        llaves.rotate(old, successor, NOW_MS + graceMs, auditEntry());
      assert.equal(await rotate(1), 'too_many');
      assert.equal((await llaves.get(old.id))?.expiraMs, null);
      assert.equal(await rotate(0), 'rotated');
      assert.equal(await create(902), 'too_many');
      await llaves.revoke('llv_sucesora', NOW_MS, auditEntry());
      assert.equal(await create(903), 'created');
    });

    test('the last use is stored for many keys at once and never moves back', async (store) => {
      const { llaves } = store;
      await llaves.create(llave(), 'h1', auditEntry());
      await llaves.create(llave({ id: 'llv_2' }), 'h2', auditEntry());
      const used = async (id: string) => (await llaves.get(id))?.ultimoUsoMs;
      await llaves.touch(
        new Map([
          ['llv_2', NOW_MS],
          ['llv_1', NOW_MS + 5],
          ['llv_nadie', NOW_MS],
        ]),
      );
      assert.deepEqual([await used('llv_1'), await used('llv_2')], [NOW_MS + 5, NOW_MS]);
      await llaves.touch(new Map([['llv_1', NOW_MS]]));
      assert.equal(await used('llv_1'), NOW_MS + 5);
    });

    test('a limiter admits so many requests of each bucket, and says when the next may come', async (store, {
      clock,
    }) => {
      const limiter = store.makeLimiter(2);
      const admit = async (bucket: string) => (await limiter.admit(bucket)).admitted;
      const answers = [await admit('a'), await admit('a'), await admit('a'), await admit('b')];
      assert.deepEqual(answers, [true, true, false, true]);
      const { admitted, remaining, resetMs } = await limiter.peek('a');
      assert.deepEqual([admitted, remaining], [false, 0]);
      const waitMs = resetMs - clock.now();
      assert.ok(0 < waitMs && waitMs <= RATE_WINDOW_MS, String(waitMs));
    });

    test('a process that nobody shares a key with gets the connections that it asks for', async ({
      flujos,
    }) => {
      const claimed = await flujos.claim(
        new Map([
          ['llv_1', 3],
          ['llv_2', 20],
        ]),
        20,
      );
      assert.deepEqual([...claimed].sort(), [
        ['llv_1', 3],
        ['llv_2', 20],
      ]);
    });

    test('keys are listed newest first, of one restaurant or of all', async (store) => {
      const { llaves, cuentas } = store;
      await cuentas.save(sampleRestaurante({ id: 'rest_otro' }), {});
      await llaves.create(llave(), 'h1', auditEntry());
      await llaves.create(llave({ id: 'llv_2', creadaMs: NOW_MS + 1 }), 'h2', auditEntry());
      await llaves.create(llave({ id: 'llv_3', restauranteId: 'rest_otro' }), 'h3', auditEntry());
      const ids = async (of: string | null) => (await llaves.list(of)).map((each) => each.id);
      assert.deepEqual(await ids(RESTAURANTE_ID), ['llv_2', 'llv_1']);
      assert.deepEqual(await ids(null), ['llv_2', 'llv_3', 'llv_1']);
    });
  });
};
