# From a key to the first order. COMANDA_URL and COMANDA_KEY are set.
curl --fail --silent --show-error --header "Authorization: Bearer $COMANDA_KEY" \
  "$COMANDA_URL/api/pedidos?limite=1"
