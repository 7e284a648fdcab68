import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  comando,
  RESTAURANTE_ID,
  sampleHistorial,
  samplePedidoEntero,
} from '../support/samples.ts';
import { installComanda, ndjson, said } from './comanda.ts';

const PHONE = samplePedidoEntero().cliente.telefono;
const SECOND = { id: 'ped_2', instrucciones: 'sin cebolla \x9b2J' };

const withOrders = async (t: TestContext) => {
  const comanda = installComanda(t);
  const { code, stderr } = await comanda.run(['import', '-'], {
    input: ndjson(
      comando.guardarRestaurante(),
      comando.importar(),
      comando.importar(samplePedidoEntero(SECOND)),
    ),
  });
  assert.equal(code, 0, stderr);
  const argsOf = (verb: string, more: string[]) => [
    ...['customers', verb, '--restaurant', RESTAURANTE_ID],
    ...more,
  ];
  return {
    comanda,
    customers: (verb: string, ...more: string[]) => comanda.run(argsOf(verb, more)),
    customersInShell: (verb: string, ...more: string[]) => comanda.runProcess(argsOf(verb, more)),
  };
};

describe('customers', () => {
  it('shows everything that is stored about a customer, as JSON', async (t) => {
    const { customers, customersInShell } = await withOrders(t);
    const { code, stdout } = await customersInShell('show', '--phone', PHONE);
    assert.equal(code, 0);
    assert.match(stdout, /\\u009b2J/, 'a terminal would obey it');
    const shown = JSON.parse(stdout);
    assert.equal(shown.restaurante_id, RESTAURANTE_ID);
    assert.equal(shown.pedidos.length, 2);
    assert.deepEqual(shown.pedidos[0].pedido, samplePedidoEntero(SECOND));
    assert.deepEqual(shown.pedidos[0].historial, sampleHistorial());
    const nobody = await customers('show', '--email', 'nadie@example.com');
    assert.deepEqual(JSON.parse(nobody.stdout).pedidos, []);
  });

  it('forgets a customer, after a dry run that changes nothing', async (t) => {
    const { customers } = await withOrders(t);
    const rehearsal = await customers('forget', '--phone', PHONE, '--dry-run');
    assert.equal(rehearsal.stdout, 'Would change 2 orders.\n');
    const done = await customers('forget', '--order', 'ped_2', '--json');
    assert.deepEqual(JSON.parse(done.stdout), {
      restaurante_id: RESTAURANTE_ID,
      pedidos: 2,
      hecho: true,
    });
    const again = await customers('forget', '--phone', PHONE);
    assert.equal(again.stdout, 'Forgotten in 0 orders.\n');
    const left = await customers('show', '--order', 'ped_2');
    assert.doesNotMatch(left.stdout, /Íñigo|600 123|inigo@|Peñíscola|cebolla|🛵/);
  });

  it('on a terminal asks before it forgets', async (t) => {
    const { comanda, customers } = await withOrders(t);
    const forget = ['customers', 'forget', '--restaurant', RESTAURANTE_ID, '--phone', PHONE];
    const asked = comanda.startInTerminal(forget);
    await said(
      asked,
      'stdout',
      /Forget this customer in 2 orders\? It cannot be undone\. \[y\/N\]/,
    );
    asked.child.stdin.write('n\r');
    const { code, stdout } = await asked.result;
    assert.equal(code, 1);
    assert.match(stdout, /nobody was forgotten/);
    const left = await customers('forget', '--phone', PHONE, '--dry-run');
    assert.equal(left.stdout, 'Would change 2 orders.\n');
    const sure = await comanda.startInTerminal([...forget, '--yes']).result;
    assert.equal(sure.stdout, 'Forgotten in 2 orders.\r\n');
  });

  it('requires exactly one way to identify the customer', async (t) => {
    const { customers } = await withOrders(t);
    for (const [args, problem, exit] of [
      [[], /exactly one of --phone, --email and --order/, 2],
      [['--phone', '600', '--order', 'ped_2'], /exactly one of/, 2],
      [['--phone', 'none'], /--phone must have a digit/, 2],
      [['--order', 'ped_no'], /has no order ped_no/, 1],
    ] as const) {
      const { code, stderr } = await customers('forget', ...args);
      assert.equal(code, exit, stderr);
      assert.match(stderr, problem);
    }
  });
});

it('restaurants delete, on a terminal, asks before it deletes', async (t) => {
  const { comanda } = await withOrders(t);
  const remove = ['restaurants', 'delete', RESTAURANTE_ID];
  await comanda.run(['restaurants', 'suspend', RESTAURANTE_ID]);
  const asked = comanda.startInTerminal(remove);
  await said(asked, 'stdout', /all of its data\? It cannot be undone\. \[y\/N\]/);
  asked.child.stdin.write('\r');
  const { code, stdout } = await asked.result;
  assert.equal(code, 1);
  assert.match(stdout, /was not deleted/);
  assert.match((await comanda.run(['restaurants', 'list'])).stdout, /suspended/);
  const sure = await comanda.startInTerminal([...remove, '--yes']).result;
  assert.match(sure.stdout, /Deleted restaurant/);
});
