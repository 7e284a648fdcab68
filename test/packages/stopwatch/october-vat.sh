# From a key to the VAT of October (MONTH) by the date of the invoice, compared with the cash-up of the same month.
npm install --silent "$COMANDA_URL/descargas/comanda-cli.tgz"
npx comanda export iva --month "$MONTH" --by factura -o october.xlsx
npx comanda export iva --month "$MONTH" --by factura -o october.ndjson
curl --fail --silent --show-error --header "Authorization: Bearer $COMANDA_KEY" \
  "$COMANDA_URL/api/caja?desde=$MONTH-01&hasta=$NEXT_MONTH-01&fecha=factura" > caja.json
cat > sum.mjs <<'END'
import { readFileSync } from 'node:fs';

const sums = new Map();
for (const line of readFileSync('october.ndjson', 'utf8').trim().split('\n')) {
  const { pedido_estado, tipo_porcentaje, iva_cents } = JSON.parse(line);
  if (pedido_estado === 'cancelado') continue;
  sums.set(tipo_porcentaje, (sums.get(tipo_porcentaje) ?? 0) + iva_cents);
}
const { ventas } = JSON.parse(readFileSync('caja.json', 'utf8'));
for (const { tipo_porcentaje, iva_cents } of ventas.por_iva) {
  if (sums.get(tipo_porcentaje) !== iva_cents) throw new Error(`${tipo_porcentaje} % differs`);
  console.log(`${tipo_porcentaje} %: ${(iva_cents / 100).toFixed(2)}`);
}
END
node sum.mjs
