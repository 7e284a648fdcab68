"""The VAT of a month, as a file for the accountant: python3 iva.py 2026-10"""

import csv
import os
import re
import sys
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from comanda import Comanda, ComandaError

URL = os.environ.get("COMANDA_URL", "http://127.0.0.1:8080")
# Everything but `cancelado`.
ESTADOS = ["pendiente", "confirmado", "en_preparacion", "listo", "en_reparto", "entregado"]
CHUNK_BYTES = 1 << 16


def month_of(text, zone):
    """The first moments of a month and of the next one, in the restaurant's time zone."""
    year, month = (int(part) for part in text.split("-"))
    following = (year + month // 12, month % 12 + 1)
    return [datetime(y, m, 1, tzinfo=zone).isoformat() for y, m in ((year, month), following)]


def download(comanda, month, path):
    zone = ZoneInfo(comanda.restaurante()["zona_horaria"])
    desde, hasta = month_of(month, zone)
    part = path.with_suffix(".part")
    with comanda.export(
        "iva", formato="csv", estado=ESTADOS, desde=desde, hasta=hasta
    ) as answer, open(part, "wb") as file:
        # Raises IncompleteRead when the file is cut.
        while chunk := answer.read(CHUNK_BYTES):
            file.write(chunk)
    part.replace(path)


def totals_of(path):
    """Cents by rate, orders, and those of them without an invoice."""
    rates, orders, without = defaultdict(lambda: [0, 0]), set(), set()
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            rate = rates[float(row["tipo_porcentaje"])]
            rate[0] += int(row["base_cents"])
            rate[1] += int(row["iva_cents"])
            orders.add(row["pedido_id"])
            if not row["factura_numero"]:
                without.add(row["pedido_id"])
    return rates, orders, without


def euros(cents):
    """As in Spain: 1.234,56"""
    return f"{cents / 100:,.2f}".translate(str.maketrans(",.", ".,"))


def main():
    month = sys.argv[1] if len(sys.argv) > 1 else ""
    if not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])", month):
        sys.exit("usage: iva.py YYYY-MM")
    path = Path(f"iva-{month}.csv")
    try:
        download(Comanda(URL, os.environ["COMANDA_KEY"]), month, path)
    except ComandaError as error:
        sys.exit(str(error))
    rates, orders, without = totals_of(path)
    for rate, (base, iva) in sorted(rates.items()):
        print(f"{rate:g} % {euros(base):>12} base {euros(iva):>12} IVA")
    print(f"{len(orders)} orders, {len(without)} without an invoice")


main()
