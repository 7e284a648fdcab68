"""Made from openapi.json by scripts/client-types-python.ts. Do not edit."""

from __future__ import annotations

import sys
from typing import Any, Literal, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    # Annotations are never evaluated: only type checkers look at it, and they know it.
    NotRequired = Any

class PaginaPedidos(TypedDict):
    """Una página de la lista de pedidos."""

    datos: list[Pedido]
    paginacion: Paginacion


class Pedido(TypedDict):
    """Un pedido. `direccion`, `mesa`, `entrega` y `fiscal` son null cuando no proceden."""

    id: str
    numero: str
    tipo: Literal["reparto", "recogida", "mesa"]
    estado: Literal["pendiente", "confirmado", "en_preparacion", "listo", "en_reparto", "entregado", "cancelado"]
    fuente: Literal["web_publica", "tpv", "manual", "admin"]
    creado_en: str
    aceptado_en: str | None
    entregado_en: str | None
    programado_para: str | None
    restaurante: RestauranteRef
    cliente: Cliente
    direccion: Direccion | None
    mesa: Mesa | None
    items: list[Item]
    totales: Totales
    pago: Pago
    entrega: Entrega | None
    fiscal: Fiscal | None
    instrucciones: str | None


class RestauranteRef(TypedDict):
    """El restaurante: su id y sus nombres."""

    id: str
    slug: str
    nombre: str


class Cliente(TypedDict):
    """Los datos del cliente tal como los dio en este pedido."""

    nombre: str
    telefono: str
    email: str
    consintio_marketing: bool


class Direccion(TypedDict):
    """Dirección de reparto."""

    linea: str
    codigo_postal: str | None
    pais: str
    lat: float
    lng: float


class Mesa(TypedDict):
    """La mesa de un pedido de mesa."""

    numero: str
    comensales: int | None


class Item(TypedDict):
    """Una línea del pedido."""

    id: str
    producto_id: str
    nombre: str
    tamaño: str
    cantidad: int
    precio_unitario_cents: int
    opciones_total_cents: int
    total_cents: int
    estado_cocina: str
    opciones: list[ItemOpcion]


class ItemOpcion(TypedDict):
    """Una opción elegida en una línea."""

    id: str
    grupo: str
    nombre: str
    cantidad: int
    precio_cents: int


class Totales(TypedDict):
    """Los importes del pedido: enteros, en céntimos de `moneda`."""

    moneda: str
    subtotal_cents: int
    descuento_cents: int
    propina_cents: int
    tarifa_reparto_cents: int
    impuestos_cents: int
    total_cents: int
    iva_desglose: list[IvaDesglose]


class IvaDesglose(TypedDict):
    """El IVA de un tipo impositivo."""

    tipo_porcentaje: float
    base_cents: int
    iva_cents: int


class Pago(TypedDict):
    """Cómo se paga el pedido."""

    metodo: str
    estado: str
    proveedor: str
    referencia_externa: str
    pagos: list[Cobro]


class Cobro(TypedDict):
    """Un cobro, total o parcial."""

    metodo: str
    importe_cents: int
    estado: str
    referencia_externa: str | None
    momento: str


class Entrega(TypedDict):
    """El reparto del pedido."""

    repartidor_nombre: str | None
    zona_id: str
    zona_nombre: str
    tarifa_cents: int


class Fiscal(TypedDict):
    """La factura del pedido."""

    factura_numero: str
    factura_fecha: str
    factura_pdf: str


class Paginacion(TypedDict):
    """Dónde está la página dentro de la lista."""

    limite: int
    siguiente: str | None
    anterior: str | None
    total_aprox: int


class Historial(TypedDict):
    """Todo lo que se hizo con un pedido."""

    pedido_id: str
    eventos: list[EntradaHistorial]


class EntradaHistorial(TypedDict):
    """Algo que se hizo con el pedido."""

    momento: str
    accion: str
    origen: Literal["sistema", "panel", "tpv", "apk_recepcion", "api"]
    usuario: str | None
    detalle: dict[str, Any]


class Carta(TypedDict):
    """La carta del restaurante."""

    restaurante_id: str
    restaurante_slug: str
    moneda: str
    idioma_origen: str
    generado_en: str
    categorias: list[Categoria]


class Categoria(TypedDict):
    """Una categoría de la carta."""

    id: str
    nombre: str
    activa: bool
    visible_dias: list[Literal["lun", "mar", "mie", "jue", "vie", "sab", "dom"]]
    visible_horario: list[Tramo] | None
    productos: list[Producto]


class Tramo(TypedDict):
    """Un tramo de horas locales."""

    desde: str
    hasta: str


class Producto(TypedDict):
    """Un producto de la carta."""

    id: str
    nombre: str
    precio_cents: int
    disponible: bool
    destacado: bool
    alergenos: list[str]
    tamaños: list[Tamano]
    grupos_opcion: list[GrupoOpcion]


class Tamano(TypedDict):
    """Un tamaño de un producto."""

    id: str
    nombre: str
    precio_cents: int
    predeterminado: bool


class GrupoOpcion(TypedDict):
    """Un grupo de opciones de un producto."""

    id: str
    nombre: str
    requerido: bool
    min_seleccion: int
    max_seleccion: int
    opciones: list[Opcion]


class Opcion(TypedDict):
    """Una opción de un grupo."""

    id: str
    nombre: str
    precio_cents: int


class ListaZonas(TypedDict):
    """Las zonas de reparto."""

    datos: list[Zona]


class Zona(TypedDict):
    """Una zona de reparto."""

    id: str
    nombre: str
    slug: str
    color: str
    tarifa_cents: int
    pedido_minimo_cents: int
    minutos_estimados: int
    activa: bool
    poligono: Poligono


class Poligono(TypedDict):
    """Un polígono como en GeoJSON."""

    tipo: Literal["Polygon"]
    coordenadas: list[list[list[float]]]


class Restaurante(TypedDict):
    """El perfil del restaurante, sin datos fiscales sensibles."""

    id: str
    slug: str
    nombre: str
    moneda: str
    zona_horaria: str
    acepta_pedidos: bool
    pedido_minimo_cents: int
    horario: dict[str, Any]
    contacto: Contacto
    ubicacion: Ubicacion
    branding: Branding
    reputacion: Reputacion


class Contacto(TypedDict):
    """Cómo contactar con el restaurante."""

    email: str | None
    telefono: str | None
    web: str | None


class Ubicacion(TypedDict):
    """Dónde está el restaurante."""

    direccion: str
    ciudad: str
    lat: float
    lng: float


class Branding(TypedDict):
    """La imagen del restaurante."""

    logo_url: str | None
    color_primario: str | None
    galeria: list[str]


class Reputacion(TypedDict):
    """Las valoraciones de los clientes."""

    puntuacion: float
    votos: int


class Resumen(TypedDict):
    """Las cifras de un periodo, en la zona horaria del restaurante."""

    periodo: Literal["hoy", "ayer", "7d", "30d", "mes_actual", "personalizado"]
    desde: str
    hasta: str
    zona_horaria: str
    kpis: Kpis
    mix_tipo: MixTipo
    top_productos: list[ProductoVendido]


class Kpis(TypedDict):
    """Las cifras principales. Todas excepto `pedidos_cancelados` excluyen los pedidos cancelados y rechazados."""

    pedidos_total: int
    pedidos_cancelados: int
    clientes_distintos: int
    ventas_cents: int
    ticket_medio_cents: int
    moneda: str


class MixTipo(TypedDict):
    """Pedidos por tipo, sin cancelados ni rechazados."""

    reparto: int
    recogida: int
    mesa: int


class ProductoVendido(TypedDict):
    """Un producto y sus ventas."""

    producto_id: str
    nombre: str
    unidades: int
    ventas_cents: int


class Caja(TypedDict):
    """Lo vendido y lo cobrado en un tramo, dos vistas que no se mezclan."""

    desde: str
    hasta: str
    moneda: str
    fecha: Literal["creacion", "factura", "pago"]
    ventas: Ventas
    cobros: Cobros
    cuadre: Cuadre
    grupos: NotRequired[list[CajaGrupo]]


class Ventas(TypedDict):
    """Lo vendido: los pedidos que cuentan en `/resumen`, sin cancelados ni rechazados."""

    pedidos: int
    cancelados: int
    total_cents: int
    descuento_cents: int
    propina_cents: int
    tarifa_reparto_cents: int
    sin_pagar_cents: int
    sin_factura: SinFactura
    por_metodo: list[VentasMetodo]
    por_tipo: list[VentasTipo]
    por_iva: list[VentasIva]


class SinFactura(TypedDict):
    """Los pedidos sin factura. Con `fecha=factura` cuentan por su creación, porque no tienen fecha de factura."""

    pedidos: int
    total_cents: int


class VentasMetodo(TypedDict):
    """Los pedidos de un medio de pago."""

    metodo: str
    pedidos: int
    total_cents: int


class VentasTipo(TypedDict):
    """Los pedidos de un tipo."""

    tipo: Literal["reparto", "recogida", "mesa"]
    pedidos: int
    total_cents: int


class VentasIva(TypedDict):
    """El IVA de un tipo impositivo."""

    tipo_porcentaje: float
    base_cents: int
    iva_cents: int


class Cobros(TypedDict):
    """Lo cobrado y devuelto, por el momento de cada cobro: de todos los pedidos, también de los cancelados."""

    cobrado_cents: int
    reembolsado_cents: int
    neto_cents: int
    por_metodo: list[CobrosMetodo]


class CobrosMetodo(TypedDict):
    """Los cobros de un medio de pago."""

    metodo: str
    cobrado_cents: int
    reembolsado_cents: int
    neto_cents: int


class Cuadre(TypedDict):
    """De qué se compone el total: la suma de los otros cuatro importes."""

    total_cents: int
    bases_cents: int
    iva_cents: int
    propina_cents: int
    resto_cents: int


class CajaGrupo(TypedDict):
    """Un día o un mes del tramo."""

    desde: str
    hasta: str
    ventas: Ventas
    cobros: Cobros
    cuadre: Cuadre


class ListaCierres(TypedDict):
    """Los cierres, del más reciente al más antiguo."""

    datos: list[Cierre]


class Cierre(TypedDict):
    """Un mes cerrado: no cambia nunca. `intacto` dice si los pedidos siguen siendo los que eran."""

    id: str
    desde: str
    hasta: str
    fecha: Literal["creacion", "factura", "pago"]
    creado_en: str
    creado_por: str
    totales: TotalesCierre
    sello: str
    anterior: str | None
    sustituye: str | None
    intacto: bool


class TotalesCierre(TypedDict):
    """Lo vendido y lo cobrado en el mes, como se cerró: los mismos importes que da `/caja`."""

    moneda: str
    ventas: Ventas
    cobros: Cobros
    cuadre: Cuadre


class ListaCambiosCierre(TypedDict):
    """Los pedidos que han cambiado, por `pedido_id`."""

    datos: list[CambioCierre]


class CambioCierre(TypedDict):
    """Un pedido que ya no cuenta lo que contaba cuando se cerró el mes."""

    pedido_id: str
    numero: str
    momento: str
    origen: Literal["sistema", "panel", "tpv", "apk_recepcion", "api"]
    usuario: str | None
    antes: Contado | None
    despues: Contado | None


class Contado(TypedDict):
    """Lo que cuenta de un pedido en un mes: su venta, si es del mes (si no, sus campos son null), y sus cobros dentro del mes."""

    tipo: Literal["reparto", "recogida", "mesa"] | None
    metodo: str | None
    total_cents: int | None
    descuento_cents: int | None
    propina_cents: int | None
    tarifa_reparto_cents: int | None
    iva_desglose: list[VentasIva]
    factura_numero: str | None
    factura_fecha: str | None
    cobros: list[CobroContado]


class CobroContado(TypedDict):
    """Un cobro o una devolución dentro del mes."""

    momento: str
    metodo: str
    cobrado_cents: int
    reembolsado_cents: int


class PaginaEventos(TypedDict):
    """Una página de eventos, del más antiguo al más reciente."""

    datos: list[Evento]
    paginacion: Paginacion


class Evento(TypedDict):
    """Algo que ocurrió con un pedido, con el pedido tal como quedó."""

    id: str
    tipo: Literal["pedido.nuevo", "pedido.aceptado", "pedido.rechazado", "pedido.estado_cambiado", "pedido.item_modificado", "pedido.entregado", "pedido.cancelado", "pedido.importado"]
    creado_en: str
    restaurante_id: str
    secuencia: int
    datos: DatosEvento


class DatosEvento(TypedDict):
    """El pedido y lo que cambió en él."""

    pedido: Pedido
    cambios: list[Literal["id", "numero", "tipo", "estado", "fuente", "creado_en", "aceptado_en", "entregado_en", "programado_para", "restaurante", "cliente", "direccion", "mesa", "items", "totales", "pago", "entrega", "fiscal", "instrucciones"]]


class WebhookNuevo(TypedDict):
    """El webhook que quieres registrar."""

    url: str
    nombre: NotRequired[str | None]
    eventos: NotRequired[list[Literal["pedido.nuevo", "pedido.aceptado", "pedido.rechazado", "pedido.estado_cambiado", "pedido.item_modificado", "pedido.entregado", "pedido.cancelado", "pedido.*", "*"]]]


class WebhookCreado(TypedDict):
    """Un webhook recién registrado. Solo esta respuesta muestra su secreto."""

    id: str
    url: str
    eventos: list[Literal["pedido.nuevo", "pedido.aceptado", "pedido.rechazado", "pedido.estado_cambiado", "pedido.item_modificado", "pedido.entregado", "pedido.cancelado", "pedido.*", "*"]]
    secreto_firma: str
    activo: bool


class ListaWebhooks(TypedDict):
    """Los webhooks del restaurante."""

    datos: list[Webhook]


class Webhook(TypedDict):
    """Un webhook."""

    id: str
    nombre: str | None
    url: str
    eventos: list[Literal["pedido.nuevo", "pedido.aceptado", "pedido.rechazado", "pedido.estado_cambiado", "pedido.item_modificado", "pedido.entregado", "pedido.cancelado", "pedido.*", "*"]]
    activo: bool
    creado_en: str
    ultima_entrega: str | None


class WebhookCambios(TypedDict):
    """Los campos del webhook que quieres cambiar: al menos uno. Los que omitas conservan su valor."""

    url: NotRequired[str]
    nombre: NotRequired[str | None]
    eventos: NotRequired[list[Literal["pedido.nuevo", "pedido.aceptado", "pedido.rechazado", "pedido.estado_cambiado", "pedido.item_modificado", "pedido.entregado", "pedido.cancelado", "pedido.*", "*"]]]


class Rotacion(TypedDict):
    """Cómo cambiar el secreto."""

    solape_horas: NotRequired[int]


class SecretoRotado(TypedDict):
    """El secreto nuevo de un webhook. Solo esta respuesta lo muestra."""

    id: str
    secreto_firma: str
    anterior_hasta: str | None


class WebhookEliminado(TypedDict):
    """La confirmación de que un webhook se ha eliminado."""

    id: str
    eliminado: Literal[True]


class Salud(TypedDict):
    """Cómo está un webhook: si sus entregas llegan y, si no, desde cuándo y por qué."""

    estado: Literal["bien", "fallando", "en_pausa", "desactivado"]
    desde: str | None
    motivo: Literal["fallos", "atrasado", "pausa_pedida", "manual", "respuesta_410", "sin_exito"] | None
    fallos_seguidos: int
    mas_antigua_pendiente_en: str | None


class PaginaEntregas(TypedDict):
    """Una página de la lista de entregas."""

    datos: list[EntregaWebhook]
    paginacion: PaginacionEntregas


class EntregaWebhook(TypedDict):
    """La entrega de un evento a un webhook."""

    id: str
    tipo: Literal["pedido.nuevo", "pedido.aceptado", "pedido.rechazado", "pedido.estado_cambiado", "pedido.item_modificado", "pedido.entregado", "pedido.cancelado"]
    pedido_id: str
    pedido_numero: str
    secuencia: int
    creado_en: str
    estado: Literal["pendiente", "entregada", "fallida"]
    intentos: int
    ultimo_intento: UltimoIntento | None
    intentos_anteriores: list[IntentoAnterior]
    proximo_intento: str | None


class UltimoIntento(TypedDict):
    """Cómo fue un intento de entrega."""

    momento: str
    estado_http: int | None
    fallo: Literal["cierre", "dns_propio", "red_propia", "interno", "dns", "direccion_prohibida", "conexion", "tls", "plazo", "corte", "protocolo"] | None
    duracion_ms: int
    respuesta: str | None


class IntentoAnterior(TypedDict):
    """Cómo fue un intento anterior. El texto de su respuesta no se guarda."""

    momento: str
    estado_http: int | None
    fallo: Literal["cierre", "dns_propio", "red_propia", "interno", "dns", "direccion_prohibida", "conexion", "tls", "plazo", "corte", "protocolo"] | None
    duracion_ms: int


class PaginacionEntregas(TypedDict):
    """Dónde está la página dentro de la lista."""

    limite: int
    siguiente: str | None
    anterior: str | None


class Prueba(TypedDict):
    """Cómo fue una entrega de prueba."""

    id: str
    entregada: bool
    estado_http: int | None
    fallo: Literal["cierre", "dns_propio", "red_propia", "interno", "dns", "direccion_prohibida", "conexion", "tls", "plazo", "corte", "protocolo"] | None
    duracion_ms: int
    respuesta: str | None


class ReenvioNuevo(TypedDict):
    """Lo que quieres volver a enviar: exactamente uno de los dos campos."""

    entrega: NotRequired[str]
    desde: NotRequired[str]


class Reenvio(TypedDict):
    """Un reenvío y su progreso."""

    id: str
    creado_en: str
    completo: bool
    eventos: int
    revisados: int
    encoladas: int
    entregadas: int
    fallidas: int


class ListaReenvios(TypedDict):
    """Los reenvíos de un webhook."""

    datos: list[Reenvio]


class ErrorBody(TypedDict):
    """El cuerpo de todos los errores."""

    ok: Literal[False]
    error: str
    codigo: Literal["llave_ausente", "llave_invalida", "llave_revocada", "llave_expirada", "alcance_insuficiente", "restaurante_inactivo", "parametro_invalido", "no_encontrado", "metodo_invalido", "eventos_caducados", "limite_alcanzado", "cuerpo_demasiado_grande", "tipo_no_soportado", "error_interno", "no_disponible"]
    doc: str
    valores_validos: NotRequired[list[str]]
