import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { carryOut } from '../../../http/api/world.ts';
import { comando, samplePedido } from '../../../support/samples.ts';
import { faults } from '../every-page.ts';
import { at, type RunningPanel } from '../start-panel.ts';

const SIZES = {
  tablet: { width: 1_024, height: 768 },
  tv: { width: 1_920, height: 1_080 },
  portrait: { width: 768, height: 1_024 },
} as const;
const SMALLEST_PX = { tablet: 20, tv: 28, portrait: 20 } as const;
const COUNTS = [1, 6, 12, 26] as const;
const ALLERGY = 'Alergia a los frutos secos: cambiar la tabla';

const DISHES = [
  ['Patatas bravas', 'Tapa', ['sin gluten']],
  ['Hamburguesa de vacuno', '', ['Poco hecha', 'sin cebolla', 'Queso extra']],
  ['Croquetas de jamón', 'Ración', []],
  ['Gazpacho', '', []],
  ['Tortilla de patatas', 'Media ración', ['con cebolla']],
] as const;

/** Orders as a kitchen gets them: one to four dishes, every sixth with an allergy. */
const orderOf = (n: number) => {
  const [item] = samplePedido().items;
  assert.ok(item);
  const items = Array.from({ length: 1 + ((n * 7) % 4) }, (_, i) => {
    const [nombre, tamaño, options] = DISHES[(n + i) % DISHES.length] ?? DISHES[0];
    const opciones = options.map((option, k) => ({
      id: `opc_${n}_${i}_${k}`,
      grupo: 'Extras',
      nombre: option,
      cantidad: 1,
      precio_cents: 0,
    }));
    return { ...item, id: `itm_${n}_${i}`, nombre, tamaño, cantidad: 1 + (i % 2), opciones };
  });
  const instrucciones = n % 6 === 0 ? ALLERGY : n % 6 === 3 ? 'Todo a la vez' : null;
  return samplePedido({ items, instrucciones });
};

interface Measured {
  typePx: number;
  modifierPx: number;
  /** Of all the text on tickets. */
  smallestPx: number;
  inSight: number;
  hidden: number;
  aloneOnALine: number;
}

/** Reads the type as the browser has laid it out, and how many tickets are wholly in sight. */
const measure = (page: Page): Promise<Measured> =>
  page.evaluate(`(() => {
    const px = (element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const board = document.querySelector('.kitchen-board');
    const frame = board.getBoundingClientRect();
    const tickets = [...board.querySelectorAll('.ticket')];
    const isInSight = (each) => {
      const box = each.getBoundingClientRect();
      return box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.bottom <= frame.bottom + 1;
    };
    const inSight = tickets.filter(isInSight).length;
    const sizes = [...board.querySelectorAll('.ticket-items > li > .soft bdi')];
    const isAlone = (size) => {
      const dish = size.closest('li').querySelector('bdi').getClientRects();
      return size.getClientRects()[0].top > dish[dish.length - 1].bottom - 1;
    };
    return {
      typePx: px(board),
      modifierPx: px(board.querySelector('.modifiers li')),
      smallestPx: Math.min(...[...board.querySelectorAll('.ticket *')].map(px)),
      inSight,
      hidden: tickets.length - inSight,
      aloneOnALine: sizes.filter(isAlone).length,
    };
  })()`);

export const wallSizeTests = (panel: () => RunningPanel): void => {
  test('the type fills the screen: fewer orders are larger, and none is below what two metres allow', async (t) => {
    const { openPage, service } = panel();
    const page = await openPage(t, 'ana');
    const ids: string[] = [];
    const before = { tablet: Infinity, tv: Infinity, portrait: Infinity };
    for (const count of COUNTS) {
      const more = Array.from({ length: count - ids.length }, (_, i) => orderOf(ids.length + i));
      ids.push(...(await carryOut(service, ...more.map((each) => comando.crear(each)))));
      for (const name of ['tablet', 'tv', 'portrait'] as const) {
        await page.setViewportSize(SIZES[name]);
        await page.goto(at('/pedidos/cocina'));
        await page.locator(`[data-order=${ids.at(-1)}]`).waitFor({ state: 'attached' });
        const { typePx, modifierPx, smallestPx, hidden, aloneOnALine } = await measure(page);
        const where = `${count} on ${name}: ${typePx} px`;
        assert.ok(typePx >= SMALLEST_PX[name] && smallestPx >= SMALLEST_PX[name], where);
        assert.equal(modifierPx, typePx, where);
        assert.equal(aloneOnALine, 0, where);
        assert.ok(typePx <= before[name], `${where}, before ${before[name]} px`);
        before[name] = typePx;
        const pager = page.locator('.kitchen-pager');
        assert.equal(await pager.isVisible(), hidden > 0, where);
        if (hidden > 0) {
          const pedidos = hidden === 1 ? '1 pedido más' : `${hidden} pedidos más`;
          await pager.getByRole('button', { name: pedidos }).waitFor();
          assert.equal(typePx, SMALLEST_PX[name], where);
        }
        assert.deepEqual(await faults(page), []);
      }
    }
    // The next page has the orders that did not fit, on a touch or by itself.
    await page.setViewportSize(SIZES.tablet);
    const newest = page.locator(`[data-order=${ids.at(-1)}]`);
    const isInSight = async () =>
      ((await newest.boundingBox())?.x ?? Infinity) < SIZES.tablet.width;
    assert.equal(await isInSight(), false);
    const next = page.locator('.kitchen-pager').getByRole('button');
    for (let turns = 0; !(await isInSight()) && turns < 10; turns += 1) await next.click();
    assert.equal(await isInSight(), true);
    await carryOut(service, ...ids.map((id) => comando.cancelar(id)));
  });

  test('an allergy stands on top of its ticket, from edge to edge, and so does an option that names one', async (t) => {
    const { openPage, service } = panel();
    const [id = ''] = await carryOut(service, comando.crear(orderOf(0)));
    const page = await openPage(t, 'ana');
    await page.goto(at('/pedidos/cocina'));
    const ticket = page.locator(`[data-order=${id}]`);
    assert.equal(await ticket.locator('.ticket-allergy').innerText(), ALLERGY);
    const [card, note] = [
      await ticket.boundingBox(),
      await ticket.locator('.ticket-allergy').boundingBox(),
    ];
    assert.ok(card && note && note.y - card.y < 6 && card.width - note.width < 12);
    assert.equal(await ticket.locator('[data-kind=allergy]').innerText(), 'sin gluten');
    await carryOut(service, comando.cancelar(id));
  });
};
