#!/bin/sh
# Prints an event a line. Run again, it goes on where it stopped: last-event-id keeps the position.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

take() {
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      event:*) type=${line#event: } ;;
      id:*) id=${line#id: } ;;
      data:*) data=${line#data: } ;;
      '')
        # The empty line ends an event; only now has it arrived as a whole.
        [ "${type:-}" = conexion.ping ] || [ -z "${data:-}" ] || printf '%s\n' "$data"
        # Moved into place as a whole: a crash leaves the old position rather than none.
        [ -z "${id:-}" ] || { printf '%s' "$id" >last-event-id.new && mv last-event-id.new last-event-id; }
        type='' data=''
        ;;
      *'"ok":false'*)
        printf '%s\n' "$line" >&2
        # A key that is refused today is refused tomorrow.
        case $line in *'"codigo":"llave_'* | *'"codigo":"alcance_'* | *'"codigo":"parametro_'*) exit 9 ;; esac
        ;;
    esac
  done
}

touch last-event-id
while :; do
  last=$(cat last-event-id)
  # region
  # Nothing at all for a minute, not even a ping: the connection is dead.
  curl --no-buffer --silent --show-error --fail-with-body --speed-limit 1 --speed-time 60 \
    --header "Authorization: Bearer $COMANDA_KEY" ${last:+--header "Last-Event-ID: $last"} \
    "$COMANDA_URL/api/stream" | take || { [ $? -ne 9 ] || exit 1; }
  # endregion
  sleep 3
done
