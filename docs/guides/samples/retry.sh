#!/bin/sh
# --retry repeats 429 and 5xx answers, and waits as Retry-After says where there is one.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080/api}"

curl --silent --show-error --fail-with-body --retry 5 --retry-connrefused --max-time 30 \
  --header "Authorization: Bearer $COMANDA_KEY" \
  "$COMANDA_URL/resumen?periodo=hoy"
