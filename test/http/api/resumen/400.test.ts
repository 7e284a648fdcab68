import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PERIODOS } from '../../../../src/contract/recursos/resumen.ts';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { ask } = await startApi({ after });

test('parametro_invalido: periodo is one of five, once', async () => {
  for (const value of ['', 'HOY', 'mañana', '7', '8d', 'hoy,ayer', '%00', 'toString']) {
    const reply = await ask(`/resumen?periodo=${value}`);
    const { error, valores_validos } = assertError(reply, 'parametro_invalido');
    assert.match(error, /«periodo»/);
    assert.deepEqual(valores_validos, PERIODOS);
  }
  for (const query of ['periodo', 'Periodo=hoy', 'periodo=hoy&periodo=hoy', 'periodo=%zz']) {
    assertError(await ask(`/resumen?${query}`), 'parametro_invalido');
  }
});

test('parametro_invalido: a range has two days of the calendar, in order and not too far apart', async () => {
  const refuse = async (query: string) =>
    assertError(await ask(`/resumen?${query}`), 'parametro_invalido');
  const cases: [query: string, error: RegExp, allowed: string][] = [
    ['desde=2026-11-01', /«hasta»/, 'AAAA-MM-DD'],
    ['hasta=2026-11-01', /«desde»/, 'AAAA-MM-DD'],
    ['desde=2026-11-01&hasta=2026-11-01', /de 1 a 366 días/, '1..366 días'],
    ['desde=2026-11-02&hasta=2026-11-01', /de 1 a 366 días/, '1..366 días'],
    ['desde=2025-11-01&hasta=2026-11-03', /de 1 a 366 días/, '1..366 días'],
    ['desde=2026-11-01&hasta=2026-11-02&periodo=hoy', /«periodo»/, 'o «periodo», o un rango'],
    ...['', '2026-02-30', '2026-11-01T00:00:00Z', '20261101', 'ayer', '0000-01-01'].map(
      (value): [string, RegExp, string] => [
        `desde=${value}&hasta=2026-11-02`,
        /«desde»/,
        'AAAA-MM-DD',
      ],
    ),
  ];
  for (const [query, message, allowed] of cases) {
    const { error, valores_validos } = await refuse(query);
    assert.match(error, message, query);
    assert.deepEqual(valores_validos, [allowed], query);
  }
});
