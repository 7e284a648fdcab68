#!/bin/sh
# Usage: DESDE=2026-11-12 sh export-new.sh >>pedidos.ndjson
# Prints every page of orders since then, one a line. The file unfinished says where a run that died
# has to go on: the next one reads the rest first.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

# Into a file, which curl empties before it tries again: printed, a page would follow the refusal before it.
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
fail() {
  cat "$answer" >&2
  exit 1
}

desde=$DESDE cursor=''
[ ! -f unfinished ] || read -r desde cursor <unfinished
while :; do
  # 60 pages a minute: with --retry, curl waits as Retry-After says.
  # region
  curl --silent --show-error --fail-with-body --compressed --retry 5 --output "$answer" \
    --header "Authorization: Bearer $COMANDA_KEY" \
    "$COMANDA_URL/api/pedidos?limite=100&desde=$desde${cursor:+&cursor=$cursor}" || fail
  # endregion
  page=$(cat "$answer")
  printf '%s\n' "$page"
  cursor=$(printf '%s' "$page" | sed -n 's/.*"siguiente":"\([^"]*\)".*/\1/p')
  if [ -n "$cursor" ]; then
    # Moved into place as a whole: a crash leaves the old position rather than none.
    echo "$desde $cursor" >unfinished.new
    mv unfinished.new unfinished
  else
    rm -f unfinished
    # The rest of a run with another DESDE is done: now this one.
    [ "$desde" != "$DESDE" ] || break
    desde=$DESDE
  fi
done
