"""One restaurant's data, as its API key allows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from typing import Any, Union
from urllib.parse import quote

from . import types as t
from ._events import follow
from ._export import Export
from ._http import Http, plain

PAGE = 100
When = Union[str, datetime, date]
"""A time as the API takes it; a `datetime` needs a time zone."""
WORKBOOK_SECONDS = 300.0
"""The service finishes a workbook before it sends the first byte: one of 100,000 rows may take minutes."""


class Comanda:
    """A client. `url` is where the service is, with or without `/api`.

    Requests that may be repeated (429, 502 to 504, broken connections) are, up to `retries` times.
    """

    pedidos: Pedidos
    eventos: Eventos
    cierres: Cierres
    webhooks: Webhooks

    def __init__(
        self,
        url: str,
        key: str,
        *,
        retries: int = 6,
        timeout: float = 30.0,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._http = Http(url, key, retries, timeout, wait)
        self.pedidos = Pedidos(self._http)
        self.eventos = Eventos(self._http)
        self.cierres = Cierres(self._http)
        self.webhooks = Webhooks(self._http)

    def carta(self, *, solo_disponibles: bool | None = None) -> t.Carta:
        return self._http.json("/carta", query={"solo_disponibles": solo_disponibles})

    def zonas(self) -> t.ListaZonas:
        return self._http.json("/zonas")

    def restaurante(self) -> t.Restaurante:
        return self._http.json("/restaurante")

    def resumen(
        self, *, periodo: str | None = None, desde: When | None = None, hasta: When | None = None
    ) -> t.Resumen:
        query = {"periodo": periodo, "desde": desde, "hasta": hasta}
        return self._http.json("/resumen", query=query)

    def caja(
        self,
        *,
        desde: When,
        hasta: When,
        fecha: str | None = None,
        agrupar: str | None = None,
        corte: str | None = None,
    ) -> t.Caja:
        """Sales and payments of a span; days begin at `corte`."""
        query = {"desde": desde, "hasta": hasta, "fecha": fecha, "agrupar": agrupar, "corte": corte}
        return self._http.json("/caja", query=query)

    def events(
        self,
        *,
        after: str | None = None,
        types: Sequence[str] | None = None,
        on_reset: Callable[[], None] | None = None,
    ) -> Iterator[t.Evento]:
        """Live events, each once and in order; goes on through restarts and outages.

        `after` is the id of the last event that you have. When the stream cannot promise that nothing is missing it
        calls `on_reset` or, without one, raises ResetError.
        """
        return follow(self._http, after, _list(types), on_reset)

    def export(
        self,
        tabla: str,
        *,
        formato: str | None = None,
        estado: Sequence[str] | None = None,
        tipo: str | None = None,
        metodo_pago: str | None = None,
        desde: When | None = None,
        hasta: When | None = None,
        numero: str | None = None,
        factura: str | None = None,
        telefono: str | None = None,
        email: str | None = None,
        fecha: str | None = None,
        cambiado_desde: When | None = None,
        con_cambio: bool | None = None,
        cierre: str | None = None,
        despues_de: str | None = None,
    ) -> Export:
        """All orders as one file, to be read like one."""
        query = _filters(
            estado,
            tipo=tipo,
            metodo_pago=metodo_pago,
            desde=desde,
            hasta=hasta,
            numero=numero,
            factura=factura,
            telefono=telefono,
            email=email,
            formato=formato,
            fecha=fecha,
            cambiado_desde=cambiado_desde,
            con_cambio=con_cambio,
            cierre=cierre,
            despues_de=despues_de,
        )
        at_least = WORKBOOK_SECONDS if formato == "xlsx" else 0.0
        return Export(
            self._http.open(f"/exportacion/{quote(tabla, safe='')}", query=query, at_least=at_least)
        )


class Cierres:
    """Closed months."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def list(self, *, limite: int | None = None, antes_de: str | None = None) -> t.ListaCierres:
        return self._http.json("/cierres", query={"limite": limite, "antes_de": antes_de})

    def get(self, id: str) -> t.Cierre:
        return self._http.json(f"/cierres/{quote(id, safe='')}")

    def changes(
        self, id: str, *, limite: int | None = None, despues_de: str | None = None
    ) -> t.ListaCambiosCierre:
        """The orders that no longer count what they counted."""
        query = {"limite": limite, "despues_de": despues_de}
        return self._http.json(f"/cierres/{quote(id, safe='')}/cambios", query=query)


class Pedidos:
    """Orders."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        estado: Sequence[str] | None = None,
        tipo: str | None = None,
        metodo_pago: str | None = None,
        desde: When | None = None,
        hasta: When | None = None,
        numero: str | None = None,
        factura: str | None = None,
        telefono: str | None = None,
        email: str | None = None,
        limite: int | None = None,
        cursor: str | None = None,
    ) -> t.PaginaPedidos:
        query = _filters(
            estado,
            tipo=tipo,
            metodo_pago=metodo_pago,
            desde=desde,
            hasta=hasta,
            numero=numero,
            factura=factura,
            telefono=telefono,
            email=email,
            limite=limite,
            cursor=cursor,
        )
        return self._http.json("/pedidos", query=query)

    def all(
        self,
        *,
        estado: Sequence[str] | None = None,
        tipo: str | None = None,
        metodo_pago: str | None = None,
        desde: When | None = None,
        hasta: When | None = None,
        numero: str | None = None,
        factura: str | None = None,
        telefono: str | None = None,
        email: str | None = None,
        limite: int = PAGE,
        cursor: str | None = None,
    ) -> Iterator[t.Pedido]:
        """Every order that matches, newest first, page by page."""

        def read(at: str | None) -> t.PaginaPedidos:
            return self.list(
                estado=estado,
                tipo=tipo,
                metodo_pago=metodo_pago,
                desde=desde,
                hasta=hasta,
                numero=numero,
                factura=factura,
                telefono=telefono,
                email=email,
                limite=limite,
                cursor=at,
            )

        return _every_page(read, cursor)

    def get(self, id: str) -> t.Pedido:
        return self._http.json(f"/pedidos/{quote(id, safe='')}")

    def history(self, id: str) -> t.Historial:
        return self._http.json(f"/pedidos/{quote(id, safe='')}/historial")


class Eventos:
    """The change feed."""

    def __init__(self, http: Http) -> None:
        self._http = http

    def list(
        self,
        *,
        despues_de: str | None = None,
        eventos: Sequence[str] | None = None,
        limite: int | None = None,
    ) -> t.PaginaEventos:
        query = {"despues_de": despues_de, "eventos": _list(eventos), "limite": limite}
        return self._http.json("/eventos", query=query)

    def all(
        self, *, despues_de: str | None = None, eventos: Sequence[str] | None = None
    ) -> Iterator[t.Evento]:
        """The events that are kept, oldest first, up to now."""
        after = despues_de
        while True:
            page = self.list(despues_de=after, eventos=eventos, limite=PAGE)
            paging = page["paginacion"]
            following = paging["siguiente"]
            # All that were left fit on this page. Events that happen meanwhile are for the next walk.
            is_last = following is None or paging["total_aprox"] <= paging["limite"]
            if not is_last:
                _refuse_circle(after, following)
            yield from page["datos"]
            if is_last:
                return
            after = following


class Webhooks:
    def __init__(self, http: Http) -> None:
        self._http = http

    def create(
        self, url: str, *, eventos: Sequence[str] | None = None, nombre: str | None = None
    ) -> t.WebhookCreado:
        given = {"url": url, "eventos": _list(eventos), "nombre": nombre}
        body = {name: value for name, value in given.items() if value is not None}
        return self._http.json("/webhooks", method="POST", body=body)

    def list(self) -> t.ListaWebhooks:
        return self._http.json("/webhooks")

    def update(self, id: str, **changes: Any) -> t.Webhook:
        """Changes `url`, `nombre` (None removes it) or `eventos`; fields that are not given stay."""
        return self._http.json(_webhook(id), method="PATCH", body=changes)

    def rotate_secret(self, id: str, *, solape_horas: int | None = None) -> t.SecretoRotado:
        body = {} if solape_horas is None else {"solape_horas": solape_horas}
        return self._http.json(f"{_webhook(id)}/secreto", method="POST", body=body)

    def delete(self, id: str) -> t.WebhookEliminado:
        return self._http.json(_webhook(id), method="DELETE")

    def test(self, id: str) -> t.Prueba:
        return self._http.json(f"{_webhook(id)}/prueba", method="POST")

    def activate(self, id: str) -> t.Webhook:
        return self._http.json(f"{_webhook(id)}/activar", method="POST")

    def health(self, id: str) -> t.Salud:
        return self._http.json(f"{_webhook(id)}/salud")

    def deliveries(
        self,
        id: str,
        *,
        estado: str | None = None,
        limite: int | None = None,
        cursor: str | None = None,
    ) -> t.PaginaEntregas:
        query = {"estado": estado, "limite": limite, "cursor": cursor}
        return self._http.json(f"{_webhook(id)}/entregas", query=query)

    def all_deliveries(
        self,
        id: str,
        *,
        estado: str | None = None,
        limite: int = PAGE,
        cursor: str | None = None,
    ) -> Iterator[t.EntregaWebhook]:
        return _every_page(
            lambda at: self.deliveries(id, estado=estado, limite=limite, cursor=at), cursor
        )

    def resend(self, id: str, *, entrega: str | None = None, desde: When | None = None) -> t.Reenvio:
        given = {"entrega": entrega, "desde": None if desde is None else plain(desde)}
        body = {name: value for name, value in given.items() if value is not None}
        return self._http.json(f"{_webhook(id)}/reenvios", method="POST", body=body)

    def resends(self, id: str) -> t.ListaReenvios:
        return self._http.json(f"{_webhook(id)}/reenvios")


def _webhook(id: str) -> str:
    return f"/webhooks/{quote(id, safe='')}"


def _filters(estado: Sequence[str] | None, **others: When | int | None) -> dict[str, Any]:
    return {"estado": _list(estado), **others}


def _list(values: Sequence[str] | None) -> list[str] | None:
    return None if values is None else [values] if isinstance(values, str) else [*values]


def _every_page(read: Callable[[str | None], Any], cursor: str | None) -> Iterator[Any]:
    while True:
        page = read(cursor)
        following = page["paginacion"]["siguiente"]
        if following is not None:
            _refuse_circle(cursor, following)
        yield from page["datos"]
        if following is None:
            return
        cursor = following


def _refuse_circle(cursor: str | None, following: str) -> None:
    """Fails on a page that leads to itself: a proxy that always gives the same page would be asked for ever."""
    if following == cursor:
        raise ValueError(f"the page after {cursor} is followed by itself")
