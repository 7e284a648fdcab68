#!/bin/sh
# Prints every page of orders, one a line. With --retry, curl waits as Retry-After says.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

# Into a file, which curl empties before it tries again: printed, a page would follow the refusal before it.
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
fail() {
  cat "$answer" >&2
  exit 1
}

cursor=''
while :; do
  # region
  curl --silent --show-error --fail-with-body --compressed --retry 5 --output "$answer" \
    --header "Authorization: Bearer $COMANDA_KEY" \
    "$COMANDA_URL/api/pedidos?limite=100&estado=entregado${cursor:+&cursor=$cursor}" || fail
  # endregion
  page=$(cat "$answer")
  printf '%s\n' "$page"
  cursor=$(printf '%s' "$page" | sed -n 's/.*"siguiente":"\([^"]*\)".*/\1/p')
  [ -n "$cursor" ] || break
done
