import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080/api")
KEY = os.environ["COMANDA_KEY"]


def get_page(query):
    request = urllib.request.Request(
        f"{URL}/pedidos?{urllib.parse.urlencode(query)}",
        headers={"Authorization": f"Bearer {KEY}"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as refused:
        if refused.code != 429:
            raise
        time.sleep(int(refused.headers["Retry-After"]))
        return get_page(query)


# The filters stay the same on every page; only the cursor changes.
query = {"estado": "entregado", "limite": 100}
while True:
    page = get_page(query)
    for pedido in page["datos"]:
        print(json.dumps(pedido, ensure_ascii=False))
    if page["paginacion"]["siguiente"] is None:
        break
    query["cursor"] = page["paginacion"]["siguiente"]
