import http.client
import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080/api")
KEY = os.environ["COMANDA_KEY"]


def export_after(last, file):
    """Writes whole lines only. Gives the last id, and whether that was all."""
    after = f"?despues_de={last}" if last else ""
    request = urllib.request.Request(
        f"{URL}/exportacion/pedidos{after}",
        headers={"Authorization": f"Bearer {KEY}"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            # Of the first answer: it is older than every line of the file.
            if not last:
                with open("position", "w") as position:
                    position.write(response.headers["X-Posicion"])
            for line in response:
                if not line.endswith(b"\n"):
                    break
                file.write(line)
                last = json.loads(line)["id"]
            else:
                return last, True
    except urllib.error.HTTPError as refused:
        if refused.code != 429:
            raise
        time.sleep(int(refused.headers["Retry-After"]))
    except (http.client.IncompleteRead, ConnectionError):
        pass  # The last chunk did not come.
    return last, False


last, is_whole = "", False
with open("pedidos.ndjson", "wb") as file:
    while not is_whole:
        last, is_whole = export_after(last, file)
        if not is_whole:
            time.sleep(1)
