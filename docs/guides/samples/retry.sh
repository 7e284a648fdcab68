#!/bin/sh
# --retry repeats 429 and 5xx answers, and waits as Retry-After says where there is one.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

code=0
trap 'rm -f "$answer"' EXIT
# region
# Into a file, which curl empties before it tries again:
# printed, an answer would follow the refusal before it.
answer=$(mktemp)
curl --silent --show-error --fail-with-body --retry 5 --retry-connrefused --max-time 30 \
  --output "$answer" --header "Authorization: Bearer $COMANDA_KEY" \
  "$COMANDA_URL/api/resumen?periodo=hoy" || code=$?
cat "$answer"
# endregion
exit "$code"
