import json
import os
import sys
from pathlib import Path

from comanda import Comanda, ComandaError

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
FOLDER = Path(os.environ.get("MIRROR_DIR", "copia"))
POSITION = FOLDER / "position"
comanda = Comanda(URL, os.environ["COMANDA_KEY"])

# Every change, and orders of the past that are loaded later: those come only by name.
FOLLOWED = ["pedido.*", "pedido.importado"]


def keep(position):
    """Moved into place as a whole: a crash leaves the old position rather than none."""
    fresh = POSITION.with_suffix(".new")
    fresh.write_text(position)
    fresh.replace(POSITION)


def save(pedido):
    """Writing by id replaces what was known of the order."""
    text = json.dumps(pedido, ensure_ascii=False)
    (FOLDER / f"{pedido['id']}.json").write_text(text, encoding="utf-8")


FOLDER.mkdir(parents=True, exist_ok=True)
if not POSITION.exists():
    # region
    # The position first: what changes while the orders are being read comes after it.
    start = comanda.eventos.list(despues_de="ultimo")["paginacion"]["siguiente"]
    for pedido in comanda.pedidos.all():
        save(pedido)
    # endregion
    # None only as long as the restaurant has never had an event.
    keep(start or "")

count = 0
try:
    after = POSITION.read_text() or None
    for evento in comanda.eventos.all(despues_de=after, eventos=FOLLOWED):
        save(evento["datos"]["pedido"])
        # After the order is saved: a run that dies here does the event again.
        keep(evento["id"])
        count += 1
except ComandaError as error:
    if error.codigo != "eventos_caducados":
        sys.exit(str(error))
    # The last run was too long ago: the changes in between are no longer kept.
    POSITION.unlink()
    sys.exit("the position is too old; run it again to copy everything")
print(f"{count} changes")
