#!/bin/sh
# Orders of one day in Madrid.
# --data-urlencode turns the + of an offset into %2B.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080/api}"

curl --silent --show-error --fail-with-body --get \
  --header "Authorization: Bearer $COMANDA_KEY" \
  --data-urlencode 'desde=2026-11-14T00:00:00+01:00' \
  --data-urlencode 'hasta=2026-11-15T00:00:00+01:00' \
  --data-urlencode 'limite=100' \
  "$COMANDA_URL/pedidos"
