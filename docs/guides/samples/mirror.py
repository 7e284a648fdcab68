import json
import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080/api")
KEY = os.environ["COMANDA_KEY"]
FOLDER = Path(os.environ.get("MIRROR_DIR", "copia"))
POSITION = FOLDER / "position"
PAGE_SIZE = 100
# Every change, and orders of the past that are loaded later: those come only by name.
FOLLOWED = "eventos=pedido.*,pedido.importado"


def get(path):
    request = urllib.request.Request(URL + path, headers={"Authorization": f"Bearer {KEY}"})
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                page = json.load(response)
                return page["datos"], page["paginacion"]["siguiente"]
        except urllib.error.HTTPError as refused:
            if refused.code == 410:
                # The last run was too long ago: the changes in between are no longer kept.
                POSITION.unlink()
                sys.exit("the position is too old; run it again to copy everything")
            if refused.code != 429:
                sys.exit(f"{refused.code}: {refused.read().decode()}")
            time.sleep(int(refused.headers.get("Retry-After", 1)))


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
    # The position first: what changes while the orders are being read comes after it.
    # It is null only as long as the restaurant has never had an event.
    _, start = get("/eventos?despues_de=ultimo")
    orders, cursor = get(f"/pedidos?limite={PAGE_SIZE}")
    while True:
        for pedido in orders:
            save(pedido)
        if cursor is None:
            break
        orders, cursor = get(f"/pedidos?limite={PAGE_SIZE}&cursor={cursor}")
    keep(start or "")

count = 0
position = POSITION.read_text()
while True:
    since = f"&despues_de={position}" if position else ""
    events, following = get(f"/eventos?{FOLLOWED}&limite={PAGE_SIZE}{since}")
    for event in events:
        save(event["datos"]["pedido"])
    count += len(events)
    # After the orders are saved: a run that dies here does the page again.
    position = following or ""
    keep(position)
    # A page that is not full is the last one, for now.
    if len(events) < PAGE_SIZE:
        break
print(f"{count} changes")
