import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone
from pathlib import Path

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080/api")
KEY = os.environ["COMANDA_KEY"]
FOLDER = Path(os.environ.get("EXPORT_DIR", "pedidos"))

# Long enough for an order to reach its last state.
OVERLAP = timedelta(days=3)

FOLDER.mkdir(parents=True, exist_ok=True)
last_run = FOLDER / "last-run"
started_at = datetime.now(timezone.utc)

query = {"limite": 100}
if last_run.exists():
    query["desde"] = (datetime.fromisoformat(last_run.read_text()) - OVERLAP).isoformat()

count = 0
while True:
    request = urllib.request.Request(
        f"{URL}/pedidos?{urllib.parse.urlencode(query)}",
        headers={"Authorization": f"Bearer {KEY}"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            page = json.load(response)
    except urllib.error.HTTPError as refused:
        if refused.code != 429:
            raise
        # 60 pages a minute: wait, and ask for the same page again.
        time.sleep(int(refused.headers.get("Retry-After", 1)))
        continue
    # Writing by id replaces what an earlier run wrote.
    for pedido in page["datos"]:
        text = json.dumps(pedido, ensure_ascii=False)
        (FOLDER / f"{pedido['id']}.json").write_text(text, encoding="utf-8")
    count += len(page["datos"])
    if page["paginacion"]["siguiente"] is None:
        break
    query["cursor"] = page["paginacion"]["siguiente"]

# Only now: a run that failed half-way is done again as a whole.
last_run.write_text(started_at.isoformat())
print(f"{count} orders")
