#!/bin/sh
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

# region
curl --silent --show-error --fail-with-body \
  --header "Authorization: Bearer $COMANDA_KEY" \
  "$COMANDA_URL/api/restaurante"
# endregion
