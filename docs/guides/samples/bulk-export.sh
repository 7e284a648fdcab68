#!/bin/sh
# Writes all orders into pedidos.ndjson, one a line. When the connection breaks, and when it is run again,
# it goes on after the last whole line. Some proxies end an answer that was cut as if it were whole: only one that
# has no line is the end. The file position is where /eventos goes on.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

touch pedidos.ndjson
while :; do
  # A line that has no end was cut.
  if [ -n "$(tail -c 1 pedidos.ndjson)" ]; then
    sed '$d' pedidos.ndjson >whole.ndjson
    mv whole.ndjson pedidos.ndjson
  fi
  last=$(tail -n 1 pedidos.ndjson | sed -n 's/^{"id":"\([^"]*\)".*/\1/p')

  size=$(wc -c <pedidos.ndjson)
  code=0
  # region
  curl --silent --show-error --fail --compressed --retry 5 --dump-header headers \
    --header "Authorization: Bearer $COMANDA_KEY" \
    "$COMANDA_URL/api/exportacion/pedidos${last:+?despues_de=$last}" >>pedidos.ndjson || code=$?
  # endregion

  # Of the first answer: it is older than every line of the file.
  if [ -z "$last" ]; then
    sed -n 's/^[Xx]-[Pp]osicion: *//p' headers | tr -d '\r' >position
  fi
  case $code in
    0) [ "$(wc -c <pedidos.ndjson)" -gt "$size" ] || break ;;
    # Cut: the end did not come (92 with HTTP/2), or the connection was reset.
    18 | 56 | 92) sleep 1 ;;
    *) exit "$code" ;;
  esac
done
