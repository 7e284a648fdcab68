#!/bin/sh
# Registers a webhook for the events given, or for all.
# The answer holds its secret: keep it.
set -eu
: "${COMANDA_URL:=http://127.0.0.1:8080}"

curl --silent --show-error --fail-with-body \
  --header "Authorization: Bearer $COMANDA_KEY" \
  --header 'Content-Type: application/json' \
  --data "{\"url\":\"$WEBHOOK_URL\",\"nombre\":\"CRM\",\"eventos\":[\"${1:-*}\"]}" \
  "$COMANDA_URL/api/webhooks"
