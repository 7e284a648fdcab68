#!/bin/sh
# Usage: DESDE=2026-11-12 sh export-new.sh
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080/api}"

# Into a file, which curl empties before it tries again: printed, a page would follow the refusal before it.
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

cursor=''
while :; do
  curl --silent --show-error --fail-with-body --compressed --retry 5 --output "$answer" \
    --header "Authorization: Bearer $COMANDA_KEY" \
    "$COMANDA_URL/pedidos?limite=100&desde=$DESDE${cursor:+&cursor=$cursor}" || {
    cat "$answer" >&2
    exit 1
  }
  page=$(cat "$answer")
  printf '%s\n' "$page"
  cursor=$(printf '%s' "$page" | sed -n 's/.*"siguiente":"\([^"]*\)".*/\1/p')
  [ -n "$cursor" ] || break
done
