import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { comando, RESTAURANTE_ID, samplePedidoEntero } from '../../support/samples.ts';
import { installComanda, ndjson } from '../comanda.ts';

const late = (id: string) =>
  comando.importar(samplePedidoEntero({ id, creado_en: '2026-10-10T12:00:00.000Z' }));

const withOrders = async (t: TestContext) => {
  const comanda = installComanda(t);
  const load = async (...comandos: object[]) => {
    const { code, stderr } = await comanda.run(['import', '-'], { input: ndjson(...comandos) });
    assert.equal(code, 0, stderr);
  };
  await load(comando.guardarRestaurante(), late('ped_1'), late('ped_2'));
  const create = (...more: string[]) => {
    const defaults = Object.entries({ '--restaurant': RESTAURANTE_ID, '--month': '2026-10' });
    const rest = defaults.filter(([name]) => !more.includes(name)).flat();
    return comanda.run(['closings', 'create', ...rest, ...more]);
  };
  const lines = async (...args: string[]) => {
    const { stdout } = await comanda.run(['closings', ...args, '--json']);
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  };
  return { comanda, load, create, lines };
};

describe('closings', () => {
  it('closes a month, says what changed, and supersedes', async (t) => {
    const { comanda, load, create, lines } = await withOrders(t);
    const first = JSON.parse((await create('--json')).stdout);
    assert.deepEqual(first, {
      ...{ id: first.id, mes: '2026-10', fecha: 'creacion', sello: first.sello },
      ...{ sustituye: null, pedidos: 2 },
    });
    await load(late('ped_3'));
    const [changed] = await lines('list');
    assert.equal(changed.intacto, false);
    const { stdout } = await create();
    assert.match(
      stdout,
      /^Closed 2026-10 as cie_\w+, with 3 orders\. Seal: [0-9a-f]{64}\. It supersedes/,
    );
    const [former, second] = await lines('list', '--restaurant', RESTAURANTE_ID);
    assert.deepEqual(former, { ...changed, sustituido_por: second.id });
    assert.equal(second.intacto, true);
    assert.match((await comanda.run(['closings', 'list'])).stdout, /changed, superseded/);
    assert.match((await comanda.run(['audit'])).stdout, /cierre\.creado/);
  });

  it('refuses what it cannot close', async (t) => {
    const { comanda, create } = await withOrders(t);
    const notOver = await create('--month', '2099-12');
    assert.equal(notOver.code, 1);
    assert.match(notOver.stderr, /2099-12 is not over: it ends at 2099-12-31T23:00:00Z/);
    for (const month of ['2026-13', '10-2026', '2026-1', '0000-01']) {
      const { code, stderr } = await create('--month', month);
      assert.equal(code, 2);
      assert.match(stderr, /such as 2026-10/);
    }
    assert.equal((await create('--by', 'entrega')).code, 2);
    const unknown = await create('--restaurant', 'rest_nada');
    assert.match(unknown.stderr, /there is no restaurant rest_nada/);
    assert.equal((await comanda.run(['closings', 'verify', 'cie_nada'])).code, 1);
  });

  it('verifies the seals, and ends with 1 when one is broken', async (t) => {
    const { comanda, create, lines } = await withOrders(t);
    const ids: string[] = [];
    for (const by of ['creacion', 'factura', 'pago']) {
      ids.push(JSON.parse((await create('--by', by, '--json')).stdout).id);
    }
    const whole = await comanda.run(['closings', 'verify']);
    assert.deepEqual([whole.code, whole.stdout], [0, '3 closings, 0 broken.\n']);
    const alter = (sql: string) => {
      const database = new DatabaseSync(join(comanda.dataDir, 'comanda.db'));
      database.exec(sql);
      database.close();
    };
    const [first, second, third] = ids;
    const rows = `cierres_pedidos SET linea = replace(linea, '3679', '3678') WHERE cierre_id = '${first}'`;
    alter(`UPDATE ${rows}`);
    const broken = await comanda.run(['closings', 'verify']);
    assert.equal(broken.code, 1);
    assert.match(broken.stdout, new RegExp(`^${first}: its seal does not match`));
    assert.equal((await comanda.run(['closings', 'verify', String(second)])).code, 0);
    assert.equal((await comanda.run(['closings', 'verify', String(first)])).code, 1);
    alter(`DELETE FROM cierres WHERE id = '${second}'`);
    assert.deepEqual(
      (await lines('verify')).map(({ id, roto }) => [id, roto]),
      [
        [first, 'rows'],
        [third, 'chain'],
      ],
    );
  });
});
