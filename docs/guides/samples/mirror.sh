#!/bin/sh
# The first run prints all orders and what changed meanwhile, page by page; later runs, what changed since.
# The file position says how far it got. Without it, everything is read again.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

# Into a file, which curl empties before it tries again: printed, a page would follow the refusal before it.
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
get() {
  curl --silent --show-error --fail-with-body --compressed --retry 5 --output "$answer" \
    --header "Authorization: Bearer $COMANDA_KEY" "$COMANDA_URL/api$1" || {
    echo "GET $1 failed" >&2
    cat "$answer"
    exit 1
  }
  cat "$answer"
}
next_of() { printf '%s' "$1" | sed -n 's/.*"siguiente":"\([^"]*\)".*/\1/p'; }
left_of() { printf '%s' "$1" | sed -n 's/.*"total_aprox":\([0-9]*\).*/\1/p'; }

if [ ! -f position ]; then
  # region
  # The position first: what changes while the orders are being read comes after it.
  page=$(get '/eventos?despues_de=ultimo')
  next_of "$page" >position.new
  # endregion
  cursor=''
  while :; do
    page=$(get "/pedidos?limite=100${cursor:+&cursor=$cursor}")
    printf '%s\n' "$page"
    cursor=$(next_of "$page")
    [ -n "$cursor" ] || break
  done
  mv position.new position
fi

while :; do
  position=$(cat position)
  page=$(get "/eventos?eventos=pedido.*,pedido.importado&limite=100${position:+&despues_de=$position}") || {
    printf '%s\n' "$page" >&2
    exit 1
  }
  printf '%s\n' "$page"
  next_of "$page" >position.new
  mv position.new position
  # A page that is not full is the last one, for now.
  [ "$(left_of "$page")" -gt 100 ] || break
done
