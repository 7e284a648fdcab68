const { COMANDA_URL = 'http://127.0.0.1:8080/api', COMANDA_KEY = '' } = process.env;
const DAY = '2026-11-14';

async function get<T>(path: string): Promise<T> {
  const response = await fetch(COMANDA_URL + path, {
    headers: { Authorization: `Bearer ${COMANDA_KEY}` },
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface Pedido {
  estado: string;
  creado_en: string;
  totales: { total_cents: number };
}

const { zona_horaria, moneda } = await get<{ zona_horaria: string; moneda: string }>(
  '/restaurante',
);

// From midnight to midnight where the restaurant is: 23, 24 or 25 hours.
const start = Temporal.PlainDate.from(DAY).toZonedDateTime(zona_horaria);
const end = start.add({ days: 1 });
const query = new URLSearchParams({
  desde: start.toInstant().toString(),
  hasta: end.toInstant().toString(),
  limite: '100',
});
const { datos } = await get<{ datos: Pedido[] }>(`/pedidos?${query}`);

// Add up in whole cents, and divide only to show the result.
let cents = 0;
for (const { estado, creado_en, totales } of datos) {
  const time = Temporal.Instant.from(creado_en).toZonedDateTimeISO(zona_horaria).toPlainTime();
  console.log(time.toString({ smallestUnit: 'minute' }), estado, totales.total_cents);
  if (estado !== 'cancelado') cents += totales.total_cents;
}
const money = new Intl.NumberFormat('es-ES', { style: 'currency', currency: moneda });
console.log(money.format(cents / 100));
