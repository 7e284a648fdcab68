import os

from comanda import Comanda

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")

# region
comanda = Comanda(URL, os.environ["COMANDA_KEY"])
perfil = comanda.restaurante()
print(perfil["nombre"], perfil["zona_horaria"])
# endregion
