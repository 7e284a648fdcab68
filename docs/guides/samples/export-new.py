import json
import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

from comanda import Comanda

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
FOLDER = Path(os.environ.get("EXPORT_DIR", "pedidos"))
STATE = FOLDER / "state-py"
comanda = Comanda(URL, os.environ["COMANDA_KEY"])

# Long enough for an order to reach its last state.
OVERLAP = timedelta(days=3)


def begin(last):
    """When the run began, and the query of its next page: None when it is done."""
    query = {"limite": 100}
    if last is not None:
        query["desde"] = (datetime.fromisoformat(last["started_at"]) - OVERLAP).isoformat()
    return {"started_at": datetime.now(timezone.utc).isoformat(), "query": query}


def save(pedido):
    text = json.dumps(pedido, ensure_ascii=False)
    (FOLDER / f"{pedido['id']}.json").write_text(text, encoding="utf-8")


def keep(state):
    """Moved into place as a whole: a crash leaves the old state rather than none."""
    fresh = STATE.with_suffix(".new")
    fresh.write_text(json.dumps(state))
    fresh.replace(STATE)


FOLDER.mkdir(parents=True, exist_ok=True)
last = json.loads(STATE.read_text()) if STATE.exists() else None
# A run that died goes on at its next page, with the filters that its cursor belongs to.
state = last if last and last["query"] else begin(last)

count = 0
while state["query"]:
    # region
    page = comanda.pedidos.list(**state["query"])
    # Writing by id replaces what an earlier run wrote.
    for pedido in page["datos"]:
        save(pedido)
    # endregion
    count += len(page["datos"])
    cursor = page["paginacion"]["siguiente"]
    state["query"] = state["query"] | {"cursor": cursor} if cursor else None
    # Only now: a run that dies before this does the page again.
    keep(state)
print(f"{count} orders")
