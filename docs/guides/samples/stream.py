import json
import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080/api")
KEY = os.environ["COMANDA_KEY"]
POSITION = Path("last-event-id")

# Pings come every 25 seconds: after a minute without a word the connection is dead.
SILENCE_SECONDS = 60


def take(frame, is_first):
    if frame.get("event") == "conexion.ping":
        if is_first and json.loads(frame["data"])["reanudacion"] == "reiniciada":
            print("events may be missing: read GET /pedidos again", file=sys.stderr)
    elif "data" in frame:
        event = json.loads(frame["data"])
        pedido = event["datos"]["pedido"]
        print(event["id"], event["tipo"], pedido["numero"], pedido["estado"], flush=True)
    # Only after the event was dealt with: after a crash it comes again rather than never.
    if "id" in frame:
        # Moved into place as a whole: a crash leaves the old position rather than none.
        fresh = POSITION.with_suffix(".new")
        fresh.write_text(frame["id"])
        fresh.replace(POSITION)


retry_seconds = 3.0
while True:
    headers = {"Authorization": f"Bearer {KEY}"}
    if POSITION.exists():
        headers["Last-Event-ID"] = POSITION.read_text()
    request = urllib.request.Request(f"{URL}/stream", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=SILENCE_SECONDS) as stream:
            frame = {}
            is_first = True
            for line in stream:
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "retry":
                    retry_seconds = int(value) / 1000
                elif name:
                    frame[name] = value
                else:
                    # The empty line ends an event; one that was cut off is never taken.
                    take(frame, is_first)
                    frame = {}
                    is_first = False
    except urllib.error.HTTPError as error:
        print(error.code, error.read().decode(), file=sys.stderr)
        # A key that is no good does not get better by asking again.
        if error.code < 429:
            sys.exit(1)
        retry_seconds = float(error.headers.get("Retry-After", 10))
    except OSError as error:
        print(f"{error}; trying again", file=sys.stderr)
    time.sleep(retry_seconds)
