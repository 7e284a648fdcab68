import json
import os

from comanda import Comanda

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
comanda = Comanda(URL, os.environ["COMANDA_KEY"])

# region
for pedido in comanda.pedidos.all(estado=["entregado"]):
    print(json.dumps(pedido, ensure_ascii=False))
# endregion
