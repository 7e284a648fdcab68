import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from comanda import SignatureError, verify_webhook

SECRETO_FIRMA = os.environ["SECRETO_FIRMA"]
# An empty key would accept what anybody signs with it.
if len(SECRETO_FIRMA) != 64:
    raise SystemExit("SECRETO_FIRMA has to be the secreto_firma of the webhook")
PORT = int(os.environ.get("PORT", "9000"))
FOLDER = Path("recibidos")
FOLDER.mkdir(exist_ok=True)


def store(event_id, body):
    # The id names the file, so what comes again is not stored again. It gets its name once it is whole:
    # half a file, of a full disk or a crash, must not pass for the event. Anything slow is done later, from here.
    file = FOLDER / f"{event_id}.json"
    if file.exists():
        return False
    part = FOLDER / f"{event_id}.{threading.get_ident()}.part"
    part.write_bytes(body)
    part.replace(file)
    return True


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        try:
            # region
            # Over the bytes as they came: parsed and written again, they would no longer be the same.
            body = self.rfile.read(int(self.headers["Content-Length"]))
            evento = verify_webhook(body, self.headers, SECRETO_FIRMA)
            # endregion
        except SignatureError:
            return self.answer(401)
        # An order that was invented for a test.
        if evento["datos"]["pedido"]["id"].startswith("ped_prueba"):
            return self.answer(204)
        if store(evento["id"], body):
            print(evento["tipo"], evento["datos"]["pedido"]["numero"], flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()
