import os
import sys
from pathlib import Path

from comanda import Comanda, ComandaError

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
POSITION = Path("last-event-id")
comanda = Comanda(URL, os.environ["COMANDA_KEY"])


def reset():
    print("events may be missing: read GET /pedidos again", file=sys.stderr)


last = POSITION.read_text() if POSITION.exists() else None
try:
    # region
    # Goes on after `last`, and reconnects by itself.
    for evento in comanda.events(after=last, on_reset=reset):
        pedido = evento["datos"]["pedido"]
        print(evento["id"], evento["tipo"], pedido["numero"], pedido["estado"], flush=True)
        # endregion
        # Only after the event was dealt with: after a crash it comes again rather than never.
        fresh = POSITION.with_suffix(".new")
        fresh.write_text(evento["id"])
        # Moved into place as a whole: a crash leaves the old position rather than none.
        fresh.replace(POSITION)
except ComandaError as error:
    # A key that is no good does not get better by asking again.
    sys.exit(str(error))
