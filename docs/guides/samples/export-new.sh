#!/bin/sh
# Usage: DESDE=2026-11-12 sh export-new.sh
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080/api}"

cursor=''
while :; do
  page=$(curl --silent --show-error --fail-with-body --compressed --retry 5 \
    --header "Authorization: Bearer $COMANDA_KEY" \
    "$COMANDA_URL/pedidos?limite=100&desde=$DESDE${cursor:+&cursor=$cursor}")
  printf '%s\n' "$page"
  cursor=$(printf '%s' "$page" | sed -n 's/.*"siguiente":"\([^"]*\)".*/\1/p')
  [ -n "$cursor" ] || break
done
