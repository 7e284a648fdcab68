import http.client
import json
import os
import time

from comanda import Comanda

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
comanda = Comanda(URL, os.environ["COMANDA_KEY"])


def export_after(last, file):
    """Writes whole lines only. Gives the last id, and whether there were no more.

    Some proxies end an answer that was cut as if it were whole: only one that has no line is the end.
    """
    before = last
    try:
        # region
        with comanda.export("pedidos", despues_de=last or None) as answer:
            # Of the first answer: it is older than every line of the file.
            if not last:
                write_position(answer.headers["X-Posicion"])
            # endregion
            for line in answer:
                if not line.endswith(b"\n"):
                    return last, False
                file.write(line)
                last = json.loads(line)["id"]
            return last, last == before
    except (http.client.IncompleteRead, ConnectionError):
        return last, False  # The last chunk did not come.


def write_position(position):
    with open("position", "w") as file:
        file.write(position)


last, is_whole = "", False
with open("pedidos.ndjson", "wb") as file:
    while not is_whole:
        last, is_whole = export_after(last, file)
        if not is_whole:
            time.sleep(1)
