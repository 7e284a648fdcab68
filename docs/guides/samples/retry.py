import os
import sys

from comanda import Comanda, ComandaError

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
comanda = Comanda(URL, os.environ["COMANDA_KEY"])

try:
    # region
    # Waits when the limit is used up, and repeats what may be repeated.
    resumen = comanda.resumen(periodo="hoy")
    print(resumen["kpis"]["pedidos_total"], "orders today")
    # endregion
except ComandaError as error:
    # The request's id tells our support which one it was.
    sys.exit(f"{error} ({error.request_id})")
