#!/bin/sh
# Leaves carta.json as it is when the menu has not changed, or when the answer is an error.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

curl --silent --show-error --fail \
  --header "Authorization: Bearer $COMANDA_KEY" \
  --etag-save carta-sh.etag --etag-compare carta-sh.etag \
  --output carta.json --write-out '%{http_code}\n' \
  "$COMANDA_URL/api/carta"
