import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carryOut } from '../../../http/api/world.ts';
import { comando, sampleCarta, samplePedido } from '../../../support/samples.ts';
import { faults } from '../every-page.ts';
import { at, type RunningPanel } from '../start-panel.ts';

export const stationTests = (panel: () => RunningPanel): void => {
  test('a kitchen shows orders by age, and at a station only the dishes that are cooked there', async (t) => {
    const { openPage, service } = panel();
    const [pizzas] = sampleCarta().categorias;
    const [pizza, drink] = pizzas?.productos ?? [];
    const [item] = samplePedido().items;
    assert.ok(pizza?.id && drink?.id && item && pizzas);
    const drinks = { ...pizzas, id: 'cat_bebidas', nombre: 'Bebidas', productos: [drink] };
    const categorias = [{ ...pizzas, productos: [pizza] }, drinks];
    await carryOut(service, comando.guardarCarta(sampleCarta({ categorias })));
    const dish = (producto_id: string, nombre: string) => ({
      ...item,
      id: `itm_${nombre.length}`,
      producto_id,
      nombre,
    });
    const fromMenu = [dish(pizza.id, 'Margarita'), dish(drink.id, 'Agua')];
    const [both = '', drinkOnly = '', unknown = ''] = await carryOut(
      service,
      comando.crear(samplePedido({ items: fromMenu })),
      comando.crear(samplePedido({ items: fromMenu.slice(1) })),
      comando.crear(samplePedido({ items: [dish('prod_de_otra_carta', 'Fuera de carta')] })),
    );
    await carryOut(service, comando.avanzar(both, 'confirmado'));
    const page = await openPage(t, 'ana');
    await page.goto(at('/pedidos/cocina'));
    const ticket = (id: string) => page.locator(`[data-order=${id}]`);
    await ticket(drinkOnly).waitFor();
    assert.equal(await page.locator('.kitchen-group').count(), 2);
    await page.getByRole('button', { name: 'Vista' }).click();
    await page.getByRole('radio', { name: 'Por antigüedad' }).check();
    await page.getByRole('checkbox', { name: pizzas.nombre }).check();
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: 'Cerrar' }).first().click();
    await ticket(drinkOnly).waitFor({ state: 'detached' });
    // It is remembered on this device.
    await page.reload();
    await ticket(both).getByText('Margarita').waitFor();
    await ticket(unknown).getByText('Fuera de carta').waitFor();
    assert.equal(await ticket(both).getByText('Agua').count(), 0);
    assert.equal(await ticket(drinkOnly).count(), 0);
    assert.equal(await page.locator('.kitchen-group').count(), 0);
    await ticket(both).getByText('Confirmado').waitFor();
    await carryOut(service, comando.guardarCarta());
    await carryOut(service, ...[both, drinkOnly, unknown].map((id) => comando.cancelar(id)));
  });
};
