import os
import urllib.error
import urllib.request
from pathlib import Path

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
KEY = os.environ["COMANDA_KEY"]

# region
etag = Path("carta-py.etag")
request = urllib.request.Request(f"{URL}/api/carta", headers={"Authorization": f"Bearer {KEY}"})
if etag.exists():
    request.add_header("If-None-Match", etag.read_text())
# endregion

try:
    with urllib.request.urlopen(request) as response:
        Path("carta.json").write_bytes(response.read())
        etag.write_text(response.headers["ETag"])
        print(response.status)
except urllib.error.HTTPError as answer:
    if answer.code != 304:
        raise
    print(answer.code)
