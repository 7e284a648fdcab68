import json
import os
import sys
import urllib.error
import urllib.request

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080/api")
KEY = os.environ["COMANDA_KEY"]

request = urllib.request.Request(
    f"{URL}/restaurante", headers={"Authorization": f"Bearer {KEY}"}
)
try:
    with urllib.request.urlopen(request) as response:
        profile = json.load(response)
except urllib.error.HTTPError as refused:
    problem = json.load(refused)
    sys.exit(f"{refused.code} {problem['codigo']}: {problem['error']}")

print(f"{profile['nombre']} ({profile['zona_horaria']})")
