import { ErrorBody } from '../errores.ts';
import { Carta } from '../recursos/carta.ts';
import {
  Entrega as EntregaWebhook,
  ListaReenvios,
  PaginacionEntregas,
  PaginaEntregas,
  Prueba,
  Reenvio,
  ReenvioNuevo,
  UltimoIntento,
} from '../recursos/entrega.ts';
import { Evento } from '../recursos/evento.ts';
import { EntradaHistorial, Historial } from '../recursos/historial.ts';
import { Paginacion } from '../recursos/paginacion.ts';
import {
  Cliente,
  Direccion,
  Entrega,
  Fiscal,
  Item,
  ItemOpcion,
  Mesa,
  Pago,
  Pedido,
  RestauranteRef,
  Totales,
} from '../recursos/pedido.ts';
import { Restaurante } from '../recursos/restaurante.ts';
import { Resumen } from '../recursos/resumen.ts';
import {
  ListaWebhooks,
  Webhook,
  WebhookCreado,
  WebhookEliminado,
  WebhookNuevo,
} from '../recursos/webhook.ts';
import { Zona } from '../recursos/zona.ts';
import { PaginaEventos } from '../rutas/eventos.ts';
import { ListaZonas, PaginaPedidos } from '../rutas/rutas.ts';

const Categoria = Carta.properties.categorias.items;
const Producto = Categoria.properties.productos.items;
const GrupoOpcion = Producto.properties.grupos_opcion.items;
const [Tramos] = Categoria.properties.visible_horario.anyOf;

/**
 * Every object of the API under the name that the document gives it. Wherever the same shape appears
 * inside another, the document refers to this name.
 */
export const COMPONENTES = {
  PaginaPedidos,
  Paginacion,
  Pedido,
  RestauranteRef,
  Cliente,
  Direccion,
  Mesa,
  Item,
  ItemOpcion,
  Totales,
  IvaDesglose: Totales.properties.iva_desglose.items,
  Pago,
  Cobro: Pago.properties.pagos.items,
  Entrega,
  Fiscal,
  Historial,
  EntradaHistorial,
  Carta,
  Categoria,
  Producto,
  Tamano: Producto.properties.tamaños.items,
  GrupoOpcion,
  Opcion: GrupoOpcion.properties.opciones.items,
  Tramo: Tramos.items,
  ListaZonas,
  Zona,
  Poligono: Zona.properties.poligono,
  Restaurante,
  Contacto: Restaurante.properties.contacto,
  Ubicacion: Restaurante.properties.ubicacion,
  Branding: Restaurante.properties.branding,
  Reputacion: Restaurante.properties.reputacion,
  Resumen,
  Kpis: Resumen.properties.kpis,
  MixTipo: Resumen.properties.mix_tipo,
  ProductoVendido: Resumen.properties.top_productos.items,
  PaginaEventos,
  Evento,
  DatosEvento: Evento.properties.datos,
  WebhookNuevo,
  WebhookCreado,
  ListaWebhooks,
  Webhook,
  WebhookEliminado,
  PaginaEntregas,
  PaginacionEntregas,
  EntregaWebhook,
  UltimoIntento,
  Prueba,
  ReenvioNuevo,
  ListaReenvios,
  Reenvio,
  Error: ErrorBody,
} as const;

export type Componente = keyof typeof COMPONENTES;
