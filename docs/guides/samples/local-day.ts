import { Comanda } from '@comanda/client';

const { COMANDA_URL = 'http://127.0.0.1:8080', COMANDA_KEY = '' } = process.env;
const comanda = new Comanda({ url: COMANDA_URL, key: COMANDA_KEY });
const DAY = '2026-11-14';

const { zona_horaria, moneda } = await comanda.restaurante();
const clock = new Intl.DateTimeFormat('es-ES', {
  timeZone: zona_horaria,
  hour: '2-digit',
  minute: '2-digit',
});

// Add up in whole cents, and divide only to show the result.
let cents = 0;
//#region
// From midnight to midnight where the restaurant is: 23, 24 or 25 hours.
const desde = midnight(DAY, zona_horaria);
const hasta = midnight(dayAfter(DAY), zona_horaria);
for await (const { estado, creado_en, totales } of comanda.pedidos.all({ desde, hasta })) {
  //#endregion
  console.log(clock.format(new Date(creado_en)), estado, totales.total_cents);
  if (estado !== 'cancelado') cents += totales.total_cents;
}
const money = new Intl.NumberFormat('es-ES', { style: 'currency', currency: moneda });
console.log(money.format(cents / 100));

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 3_600_000).toISOString().slice(0, 10);
}

/** The moment at which a day begins in a time zone. */
function midnight(day: string, timeZone: string): string {
  const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsetAt = (ms: number): string =>
    offsets
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')
      ?.value.slice(3) || 'Z';
  // The offset at that time in UTC is a guess: the clocks may change between the two.
  const guess = Date.parse(`${day}T00:00:00${offsetAt(Date.parse(day))}`);
  return new Date(`${day}T00:00:00${offsetAt(guess)}`).toISOString();
}
