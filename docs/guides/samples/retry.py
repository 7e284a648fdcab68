import json
import os
import sys
import time
import urllib.error
import urllib.request

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080/api")
KEY = os.environ["COMANDA_KEY"]
ATTEMPTS = 5


def get(path):
    request = urllib.request.Request(URL + path, headers={"Authorization": f"Bearer {KEY}"})
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            problem = json.load(refused)
            may_pass = refused.code == 429 or refused.code >= 500
            if not may_pass or attempt == ATTEMPTS:
                # X-Request-Id tells our support which request it was.
                request_id = refused.headers["X-Request-Id"]
                sys.exit(f"{problem['codigo']}: {problem['error']} ({request_id})")
            time.sleep(int(refused.headers.get("Retry-After", 2**attempt)))


summary = get("/resumen?periodo=hoy")
print(f"{summary['kpis']['pedidos_total']} orders today")
