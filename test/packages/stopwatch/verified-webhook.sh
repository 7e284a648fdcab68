# From a key to a webhook whose signature was verified; PORT is free on this machine.
npm install --silent "$COMANDA_URL/descargas/comanda-client.tgz"
cat > receiver.mjs <<'END'
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@comanda/client';

const server = createServer(async (request, response) => {
  const evento = verifyWebhook(await buffer(request), request.headers, process.env.SECRETO_FIRMA);
  response.writeHead(204).end();
  console.log('verified', evento.tipo, evento.datos.pedido.numero);
  server.close();
  server.closeIdleConnections();
});
server.listen(process.env.PORT, '127.0.0.1', () => console.log('listening'));
END
api() {
  curl --fail --silent --show-error --header "Authorization: Bearer $COMANDA_KEY" \
    --header 'Content-Type: application/json' "$@"
}
webhook=$(api --data "{\"url\": \"http://127.0.0.1:$PORT/\"}" "$COMANDA_URL/api/webhooks")
field() { echo "$webhook" | grep -o "\"$1\":\"[^\"]*" | cut -d'"' -f4; }
SECRETO_FIRMA=$(field secreto_firma) node receiver.mjs > verified.txt &
until grep -q listening verified.txt; do sleep 0.1; done
api --request POST "$COMANDA_URL/api/webhooks/$(field id)/prueba" > answer.json
wait
api --request DELETE "$COMANDA_URL/api/webhooks/$(field id)" > deleted.json
cat answer.json verified.txt
