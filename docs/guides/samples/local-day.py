import json
import os
import urllib.parse
import urllib.request
from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080/api")
KEY = os.environ["COMANDA_KEY"]
DAY = "2026-11-14"


def get(path):
    request = urllib.request.Request(URL + path, headers={"Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


profile = get("/restaurante")
zone = ZoneInfo(profile["zona_horaria"])

# From midnight to midnight where the restaurant is: 23, 24 or 25 hours.
start = datetime.fromisoformat(DAY).replace(tzinfo=zone)
end = start + timedelta(days=1)
query = {"desde": start.isoformat(), "hasta": end.isoformat(), "limite": 100}
pedidos = []
while True:
    page = get(f"/pedidos?{urllib.parse.urlencode(query)}")
    pedidos += page["datos"]
    if page["paginacion"]["siguiente"] is None:
        break
    query["cursor"] = page["paginacion"]["siguiente"]

# Add up in whole cents, and divide only to show the result.
cents = 0
for pedido in pedidos:
    time = datetime.fromisoformat(pedido["creado_en"]).astimezone(zone)
    print(f"{time:%H:%M}", pedido["estado"], pedido["totales"]["total_cents"])
    if pedido["estado"] != "cancelado":
        cents += pedido["totales"]["total_cents"]
print(Decimal(cents) / 100, profile["moneda"])
