import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertError } from '../client.ts';
import { startApi } from '../start-api.ts';

const { ask } = await startApi({ after });

const MOMENT = /AAAA-MM-DDTHH:MM/;
const CASES: [query: string, error: RegExp, allowed: RegExp][] = [
  ['', /«desde»/, MOMENT],
  ['desde=2026-10-01', /«hasta»/, MOMENT],
  ['hasta=2026-10-01', /«desde»/, MOMENT],
  ['desde=2026-10-01&hasta=2026-10-01', /posterior/, /desde < hasta/],
  ['desde=2026-10-02T10:00&hasta=2026-10-02T09:45', /posterior/, /desde < hasta/],
  ['desde=2025-10-01&hasta=2026-10-03', /366 días/, /366/],
  ['desde=2026-10-01&hasta=2026-10-02&agrupar=hora', /«agrupar»/, /dia,mes/],
  ['desde=2026-10-01&hasta=2026-10-02&fecha=entrega', /«fecha»/, /creacion,factura,pago/],
  ['desde=2026-10-01T10:00&hasta=2026-10-02&fecha=factura', /fecha=factura/, /AAAA-MM-DD/],
  ...['2026-02-30', '2026-10-01T20:10', '2026-10-01T24:00', '2026-10-01T20:00Z', 'ayer'].map(
    (value): (typeof CASES)[number] => [`desde=${value}&hasta=2026-12-01`, /«desde»/, MOMENT],
  ),
  ...['5', '05:10', '12:15', '24:00', ''].map((value): (typeof CASES)[number] => [
    `desde=2026-10-01&hasta=2026-10-02&corte=${value}`,
    /«corte»/,
    /00:00 a 12:00/,
  ]),
];

for (const [query, message, allowed] of CASES) {
  test(`parametro_invalido: ${query}`, async () => {
    const reply = await ask(`/caja?${query}`);
    const { error, valores_validos } = assertError(reply, 'parametro_invalido');
    assert.match(error, message);
    assert.match(String(valores_validos), allowed);
  });
}
