#!/bin/sh
# Prints every page of orders of one day in Madrid, one a line, and their sum in cents on stderr.
# --data-urlencode turns the + of an offset into %2B.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

# Into a file, which curl empties before it tries again: printed, a page would follow the refusal before it.
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
fail() {
  cat "$answer" >&2
  exit 1
}
# The total of each order, and not those of its items.
totals() { grep -oE '"totales":\{([^][}]|\[[^]]*\])*\}' "$answer" | sed 's/.*"total_cents":\([0-9]*\).*/\1/'; }

get() {
  curl --silent --show-error --fail-with-body --compressed --retry 5 --output "$answer" --get \
    --header "Authorization: Bearer $COMANDA_KEY" "$@"
}

cents=0 cursor=''
while :; do
  # region
  get --data-urlencode 'desde=2026-11-14T00:00:00+01:00' \
    --data-urlencode 'hasta=2026-11-15T00:00:00+01:00' \
    --data 'estado=pendiente,confirmado,en_preparacion,listo,en_reparto,entregado' \
    --data 'limite=100' ${cursor:+--data "cursor=$cursor"} "$COMANDA_URL/api/pedidos" || fail
  # endregion
  page=$(cat "$answer")
  printf '%s\n' "$page"
  for total in $(totals); do cents=$((cents + total)); done
  cursor=$(printf '%s' "$page" | sed -n 's/.*"siguiente":"\([^"]*\)".*/\1/p')
  [ -n "$cursor" ] || break
done
echo "$cents cents" >&2
