import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { NOTHING, type Signal } from '../../../../src/domain/health/signals.ts';
import { DAY_MS, HOUR_MS, utcDay } from '../../../../src/domain/time.ts';
import type { Store } from '../../../../src/storage/port/store.ts';
import { column } from '../../../support/columns.ts';
import { NOW_MS, RESTAURANTE_ID } from '../../../support/samples.ts';
import { auditEntry, type Engine, llave, testOn } from '../harness.ts';
import { happen, makeHook } from '../hooks.ts';

const SIGNAL: Signal = {
  tipo: 'webhook_fallando',
  restauranteId: RESTAURANTE_ID,
  objeto: 'wh_uno',
  nombre: 'CRM',
  detalle: { motivo: 'fallos' },
};
const OF_SERVICE: Signal = { ...SIGNAL, tipo: 'disco_lleno', restauranteId: null, objeto: '' };

const begin = async ({ health }: Store, signals: Signal[], prefix = 'con_') => {
  const ids = signals.map((_, i) => `${prefix}${i + 1}`);
  const options = { mintId: () => ids.shift() ?? '', calls: true };
  return (await health.apply({ ...NOTHING, begun: signals }, NOW_MS, options)).begun;
};
const ANA = {
  id: 'usr_ana',
  email: 'ana@pepa.example',
  operador: false,
  creadoMs: 0,
};
const makePeople = async ({ usuarios }: Store): Promise<void> => {
  const setup = { hash: 'a', expiraMs: 0 };
  await usuarios.create(
    ANA,
    [{ restauranteId: RESTAURANTE_ID, rol: 'propietaria' }],
    setup,
    auditEntry(),
  );
  const olga = { ...ANA, id: 'usr_olga', email: 'olga@op.example', operador: true };
  await usuarios.create(olga, [], { ...setup, hash: 'b' }, auditEntry());
  const sole = { ...ANA, id: 'usr_sole', email: 'sole@pepa.example' };
  const sala = [{ restauranteId: RESTAURANTE_ID, rol: 'sala' as const }];
  await usuarios.create(sole, sala, { ...setup, hash: 'c' }, auditEntry());
};

export const healthConformance = (engine: Engine): void => {
  const test = testOn(engine);
  describe(`${engine.name}: health`, () => {
    test('one owner at a time has a lease, until it expires or is released', async ({
      health,
    }, bench) => {
      const other = (await bench.another()).health;
      assert.equal(await health.hold('health', 'uno', HOUR_MS), true);
      assert.equal(await other.hold('health', 'dos', HOUR_MS), false);
      assert.equal(await health.hold('health', 'uno', -1_000), true);
      assert.deepEqual(column(await health.leases('hea'), 'isExpired'), [true]);
      assert.equal(await other.hold('health', 'dos', HOUR_MS), true);
      assert.equal(await health.hold('health', 'uno', HOUR_MS), false);
      await health.release('health', 'uno');
      assert.deepEqual(column(await health.leases('hea'), 'isExpired'), [false]);
      await other.release('health', 'dos');
      await health.hold('process a', 'uno', HOUR_MS);
      await health.forgetLease('process a');
      assert.deepEqual(await health.leases(''), []);
      const databaseMs = await health.databaseMs();
      assert.equal(databaseMs === null, engine.name === 'SQLite');
    });

    test('a condition is open once for an object, and tells those who may act', async (store) => {
      const { health } = store;
      await makePeople(store);
      const begun = await begin(store, [SIGNAL, SIGNAL, OF_SERVICE]);
      assert.deepEqual(column(begun, 'tipo'), ['webhook_fallando', 'disco_lleno']);
      assert.deepEqual(await begin(store, [SIGNAL], 'otra_'), []);
      assert.deepEqual(await health.listOpen(RESTAURANTE_ID), [begun[0]]);
      assert.deepEqual(await health.listOpen(null), [begun[1]]);
      assert.deepEqual(await health.open(['disco_lleno']), [begun[1]]);
      assert.deepEqual(await health.listOpen('rest_ajeno'), []);
      const pending = await health.pending(NOW_MS);
      const told = pending.map(({ persona, notices }) => [
        persona.id,
        notices.map(({ que, condition }) => `${que} ${condition.tipo}`),
      ]);
      assert.deepEqual(told, [
        ['usr_ana', ['empieza webhook_fallando']],
        ['usr_olga', ['empieza disco_lleno']],
      ]);
      assert.deepEqual(await health.pending(NOW_MS - 1), []);
      const counts = (await health.counts()).sort((a, b) => (a.tipo < b.tipo ? -1 : 1));
      assert.deepEqual(counts, [
        { tipo: 'disco_lleno', n: 1 },
        { tipo: 'webhook_fallando', n: 1 },
      ]);
    });

    test('news is replaced by its message once, and by no other', async (store) => {
      const { health, mails } = store;
      await makePeople(store);
      await begin(store, [SIGNAL]);
      const [pending] = await health.pending(NOW_MS);
      assert.ok(pending !== undefined);
      const mail = { id: 'cor_1', recipient: ANA.email, sealed: new Uint8Array([1, 2]) };
      const both = await Promise.all([health.tell(pending, mail), health.tell(pending, mail)]);
      assert.deepEqual(both.toSorted(), [false, true]);
      assert.deepEqual(await health.pending(NOW_MS), []);
      assert.equal((await mails.claim(10, HOUR_MS)).length, 1);
    });

    test('what a condition came to is kept, and pruned after its end', async (store) => {
      const { health } = store;
      const begun = await begin(store, [{ ...SIGNAL, etapa: 1 }]);
      const [condition] = begun;
      assert.ok(condition !== undefined);
      const options = { mintId: () => '', calls: true };
      const worse = { condition, etapa: 2, detalle: { fallos: 9 } };
      assert.equal(await health.acknowledge(RESTAURANTE_ID, condition.id, auditEntry()), true);
      assert.equal((await health.listOpen(RESTAURANTE_ID))[0]?.vistaPor, 'cli');
      const changes = { ...NOTHING, worse: [worse], ended: [] };
      assert.equal((await health.apply(changes, NOW_MS, options)).worse.length, 1);
      assert.equal((await health.apply(changes, NOW_MS, options)).worse.length, 0);
      const [now] = await health.listOpen(RESTAURANTE_ID);
      assert.deepEqual([now?.etapa, now?.detalle, now?.vistaPor], [2, { fallos: 9 }, null]);
      assert.equal(await health.remind(['webhook_fallando'], NOW_MS + DAY_MS), 1);
      assert.equal(await health.remind(['webhook_fallando'], NOW_MS + DAY_MS), 0);
      const end = { ...NOTHING, ended: [condition] };
      assert.equal((await health.apply(end, NOW_MS + 5, options)).ended.length, 1);
      assert.equal((await health.apply(end, NOW_MS + 5, options)).ended.length, 0);
      assert.deepEqual(column(await health.list(RESTAURANTE_ID, 10), 'hastaMs'), [NOW_MS + 5]);
      assert.equal(await health.prune(NOW_MS, 10), 0);
      assert.equal(await health.prune(NOW_MS + 6, 10), 1);
      assert.deepEqual(await health.list(RESTAURANTE_ID, 10), []);
    });

    test('the operator is owed a call at the begin and at the end', async (store) => {
      const { health } = store;
      const [condition] = await begin(store, [SIGNAL]);
      assert.ok(condition !== undefined);
      await health.apply({ ...NOTHING, ended: [condition] }, NOW_MS, {
        mintId: () => '',
        calls: true,
      });
      const calls = (await health.calls(NOW_MS, 10)).toSorted((a, b) => (a.que < b.que ? -1 : 1));
      assert.deepEqual(column(calls, 'que'), ['acaba', 'empieza']);
      const [acaba, empieza] = calls;
      assert.ok(acaba !== undefined && empieza !== undefined);
      await health.settleCall(acaba, null);
      await health.settleCall(empieza, NOW_MS + 5);
      assert.deepEqual(await health.calls(NOW_MS, 10), []);
      assert.deepEqual(column(await health.calls(NOW_MS + 5, 10), 'intentos'), [1]);
    });

    test('a person’s preferences are kept', async ({ health }) => {
      const before = await health.preferences(ANA.id);
      assert.deepEqual(before, { correo: true, silenciadas: [], idioma: 'es' });
      const own = { correo: false, silenciadas: ['sin_pedidos' as const], idioma: 'en' as const };
      await health.setPreferences(ANA.id, before);
      await health.setPreferences(ANA.id, own);
      assert.deepEqual(await health.preferences(ANA.id), own);
    });

    test('facts of webhooks: those that fail or are named, or all, with what they are owed', async (store) => {
      const { health } = store;
      await makeHook(store);
      await makeHook(store, { id: 'wh_dos', nombre: null });
      await happen(store, 'a');
      assert.deepEqual(await health.webhooks([], false), []);
      const [named] = await health.webhooks(['wh_uno'], false);
      assert.deepEqual(
        [named?.activo, named?.accountActive, named?.oldestOwedMs],
        [true, true, NOW_MS],
      );
      assert.equal((await health.webhooks([], true)).length, 2);
      await store.webhooks.deactivate(RESTAURANTE_ID, 'wh_dos', auditEntry());
      assert.deepEqual(column(await health.webhooks([], false), 'motivo'), ['manual']);
    });

    test('facts of keys, screens and backups', async (store) => {
      const { health, llaves, usos } = store;
      await llaves.create(llave({ expiraMs: NOW_MS + DAY_MS }), 'h1', auditEntry());
      await llaves.create(llave({ id: 'llv_2', creadaMs: NOW_MS + 1 }), 'h2', auditEntry());
      const none = { expiraBeforeMs: 0, usedBetweenMs: [1, 0] as const, ids: [] };
      assert.deepEqual(await health.keys(none), []);
      const [expiring] = await health.keys({ ...none, expiraBeforeMs: NOW_MS + 2 * DAY_MS });
      assert.deepEqual([expiring?.id, expiring?.isRenewed], ['llv_1', true]);
      await llaves.touch(new Map([['llv_2', NOW_MS + 7]]));
      const used = await health.keys({ ...none, usedBetweenMs: [NOW_MS, NOW_MS + 9] });
      assert.deepEqual(column(used, 'id'), ['llv_2']);
      const dia = utcDay(NOW_MS);
      const of = { restauranteId: RESTAURANTE_ID, llaveId: 'llv_2' };
      await usos.add([
        { ...of, dia, peticiones: 50, limitadas: 7, errores: 0 },
        { ...of, dia: dia - 1, peticiones: 5, limitadas: 0, errores: 0 },
      ]);
      const days = await health.daysUsed({ restauranteId: RESTAURANTE_ID, id: 'llv_2' }, dia - 3);
      assert.deepEqual(days, new Set([dia - 1, dia]));
      const [limited] = await health.limited(dia - 1);
      assert.deepEqual([limited?.id, limited?.peticiones, limited?.limitadas], ['llv_2', 55, 7]);
      assert.deepEqual(await health.screens(0), []);
      assert.deepEqual(await health.lastBackup(), { madeMs: null, result: null });
      await store.auditoria.add(auditEntry({ accion: 'copia.hecha', momentoMs: NOW_MS + 3 }));
      const madeMs = NOW_MS + 3;
      assert.deepEqual(await health.lastBackup(), { madeMs, result: 'made' });
      const checked = { accion: 'copia.hecha', detalle: { verificada: true } };
      await store.auditoria.add(auditEntry({ ...checked, momentoMs: NOW_MS + 4 }));
      assert.deepEqual(await health.lastBackup(), { madeMs: NOW_MS + 4, result: 'verified' });
      await store.auditoria.add(auditEntry({ accion: 'copia.fallida', momentoMs: NOW_MS + 5 }));
      assert.deepEqual(await health.lastBackup(), { madeMs: NOW_MS + 4, result: 'failed' });
    });
  });
};
