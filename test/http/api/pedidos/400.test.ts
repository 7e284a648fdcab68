import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { METODOS_PAGO } from '../../../../src/contract/recursos/importes.ts';
import { ESTADOS, TIPOS } from '../../../../src/contract/recursos/pedido.ts';
import { RUTAS } from '../../../../src/contract/rutas/rutas.ts';
import { words } from '../../../support/values/words.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { ask } = await startApi({ after });

const MOMENT = 'AAAA-MM-DD (medianoche UTC) o fecha y hora ISO 8601 con zona: 2026-11-15T13:30:00Z';
const CURSOR =
  'el valor de «paginacion.siguiente» o «paginacion.anterior» de una respuesta con los mismos filtros';

/** Values that a parameter refuses, and the allowed values that the answer names. */
const REFUSED: { name: string; allowed: string | readonly string[]; values: string[] }[] = [
  {
    name: 'estado',
    allowed: ESTADOS,
    values: ['', ...words('rechazado Listo , ,listo listo,, listo,nada listo;pendiente listo%00')],
  },
  { name: 'tipo', allowed: TIPOS, values: ['', 'todos', 'MESA', 'mesa,reparto', '%F0%9F%8D%95'] },
  {
    name: 'metodo_pago',
    allowed: METODOS_PAGO,
    values: ['', 'x'.repeat(65), '%00'],
  },
  {
    name: 'numero',
    allowed: 'AAAAMMDD-secuencia, como 20261115-42',
    values: ['', ...words('42 -42 20261115 20261115- 2026-11-15-42 20261115-x ped_42 %00')],
  },
  {
    name: 'factura',
    allowed: 'un número de factura, con alguna letra o cifra',
    values: ['', ...words('--- / %00 %C2%BA')],
  },
  {
    name: 'telefono',
    allowed: 'un número de teléfono, con 7 cifras o más',
    values: ['', ...words('123456 00123456 nadie +34 %00')],
  },
  {
    name: 'email',
    allowed: 'una dirección de correo, con @',
    values: ['', ...words('ana ana.example.com %00')],
  },
  {
    name: 'limite',
    allowed: '1..100',
    values: ['', ...words('0 101 -1 %2B5 +5 1.5 1e1 0x10 diez 25%20 1000000000 ٣')],
  },
  ...['desde', 'hasta'].map((name) => ({
    name,
    allowed: MOMENT,
    values: [
      '',
      ...words(`
        ayer 2026 2026-11 2026-11-1 01-11-2026 2026-02-30 2026-02-29 2026-13-01 2026-11-00
        2026-11-15T13:30:00 2026-11-15T13:30 2026-11-15T25:00Z 2026-11-15T13:60Z
        2026-11-15T13:30:00%2B25:00 2026-11-15T13:30:00%20CET 2026-11-15%2013:30:00Z
        2026-11-15T13:30:00Z[Europe/Madrid] 20261115T133000Z %2B002026-11-15T13:30:00Z
        -002026-11-15 2026-11-15Z 1794749400 1794749400000
      `),
    ],
  })),
  {
    name: 'cursor',
    allowed: CURSOR,
    values: ['', 'x', 'ped_01m7dtednjhcfgb5qpqadz4za0', 'a'.repeat(10_000), '%00', '%F0%9F%8D%95'],
  },
];

for (const { name, allowed, values } of REFUSED) {
  test(`parametro_invalido: ${name}`, async () => {
    for (const value of values) {
      const reply = await ask(`/pedidos?${name}=${value}`);
      const { error, valores_validos } = assertError(reply, 'parametro_invalido');
      assert.ok(error.includes(name), `${value}: ${error}`);
      assert.deepEqual(valores_validos, [allowed].flat());
      if (name === 'cursor') assert.match(error, /no es válido/);
    }
  });
}

describe('parametro_invalido, whatever the parameter', async () => {
  for (const { name } of REFUSED) {
    test(`${name} is repeated, badly encoded, or has no value`, async () => {
      const refuse = async (query: string) =>
        assertError(await ask(`/pedidos?${query}`), 'parametro_invalido');
      const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
      for (const query of [`${name}=1&${name}=1`, `${name}=1&_=2&${encoded}=`, `${name}&${name}`]) {
        const { error } = await refuse(query);
        if (name !== 'estado') assert.equal(error, `El parámetro «${name}» está repetido.`, query);
      }
      for (const value of ['%', '%zz', '%C3', '%ff', 'x%2']) {
        const { error, valores_validos } = await refuse(`${name}=${value}`);
        assert.equal(error, `El parámetro «${name}» está mal codificado.`);
        assert.deepEqual(valores_validos, ['UTF-8 codificado con %XX']);
      }
      await refuse(name);
    });
  }

  test('nobody knows its name: the answer would be unfiltered', async () => {
    const known = Object.keys(RUTAS.listarPedidos.query);
    const refuse = async (query: string) => {
      const { error, valores_validos } = assertError(
        await ask(`/pedidos?${query}`),
        'parametro_invalido',
      );
      assert.deepEqual(valores_validos, known);
      assert.ok(error.endsWith(`Se admiten: ${known.join(', ')}.`), error);
      return error;
    };
    const misses = {
      estado: 'estado[] estado%5B%5D estado[0] Estado ESTADO estados estdo etsado estat',
      metodo_pago: 'metodoPago metodo-pago METODO_PAGO',
      tipo: 'Tipo tipos',
      limite: 'limit',
      desde: 'desd',
      hasta: 'hasta[x',
    };
    for (const [meant, names] of Object.entries(misses)) {
      for (const name of names.split(' ')) {
        assert.ok((await refuse(`${name}=listo`)).includes(`¿quisiste decir «${meant}»?`), name);
      }
    }
    for (const name of ['since', 'x', '', '%zz', '__', 'utm', 'toString', '__proto__']) {
      assert.ok((await refuse(`limite=1&${name}=1`)).includes(`«${name}»`), name);
    }
    const long = await refuse(`${'x'.repeat(9_000)}=1`);
    assert.ok(long.length < 300);
  });

  test('what libraries add against caches and advertisements to links says nothing about orders', async () => {
    const { status } = await ask('/pedidos?_=1763500000&utm_source=correo&utm_=%zz&&limite=1&');
    assert.equal(status, 200);
  });

  test('a range that ends before it begins', async () => {
    for (const [desde, hasta] of [
      ['2026-11-02', '2026-11-01'],
      ['2026-11-01', '2026-11-01'],
      ['2026-11-01T00:00:00Z', '2026-11-01T00:30:00%2B01:00'],
    ]) {
      for (const path of ['/pedidos', '/exportacion/items']) {
        const reply = await ask(`${path}?desde=${desde}&hasta=${hasta}`);
        const { error, valores_validos } = assertError(reply, 'parametro_invalido');
        assert.match(error, /«hasta».*posterior a «desde»/);
        assert.deepEqual(valores_validos, ['desde < hasta']);
      }
    }
  });

  test('a long value is not repeated at length', async () => {
    const reply = await ask(`/pedidos?tipo=${'x'.repeat(5_000)}`);
    assert.ok(assertError(reply, 'parametro_invalido').error.length < 300);
  });
});
