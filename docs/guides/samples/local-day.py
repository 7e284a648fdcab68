import os
from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from comanda import Comanda

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
comanda = Comanda(URL, os.environ["COMANDA_KEY"])
DAY = "2026-11-14"

perfil = comanda.restaurante()
zone = ZoneInfo(perfil["zona_horaria"])

# region
# From midnight to midnight where the restaurant is: 23, 24 or 25 hours.
desde = datetime.fromisoformat(DAY).replace(tzinfo=zone)
hasta = desde + timedelta(days=1)
pedidos = comanda.pedidos.all(desde=desde.isoformat(), hasta=hasta.isoformat())
# endregion

# Add up in whole cents, and divide only to show the result.
cents = 0
for pedido in pedidos:
    moment = datetime.fromisoformat(pedido["creado_en"].replace("Z", "+00:00"))
    print(f"{moment.astimezone(zone):%H:%M}", pedido["estado"], pedido["totales"]["total_cents"])
    if pedido["estado"] != "cancelado":
        cents += pedido["totales"]["total_cents"]
print(Decimal(cents) / 100, perfil["moneda"])
