import type { Bilingual } from '../bilingual.ts';
import { ErrorBody } from '../errores.ts';
import { Carta } from '../recursos/carta.ts';
import * as entrega from '../recursos/entrega.ts';
import { Evento } from '../recursos/evento.ts';
import { EntradaHistorial, Historial } from '../recursos/historial.ts';
import { Paginacion } from '../recursos/paginacion.ts';
import * as pedido from '../recursos/pedido.ts';
import { Restaurante } from '../recursos/restaurante.ts';
import { Resumen } from '../recursos/resumen.ts';
import * as webhook from '../recursos/webhook.ts';
import { Zona } from '../recursos/zona.ts';
import { PaginaEventos } from '../rutas/eventos.ts';
import { ListaZonas, PaginaPedidos } from '../rutas/rutas.ts';
import { Tramo } from '../scalars.ts';

const { Pago, Totales } = pedido;

const Categoria = Carta.properties.categorias.items;
const Producto = Categoria.properties.productos.items;
const GrupoOpcion = Producto.properties.grupos_opcion.items;

/** Wherever the same shape appears inside another object, the document refers to it by this name. */
export const COMPONENTES = {
  PaginaPedidos,
  Paginacion,
  Pedido: pedido.Pedido,
  RestauranteRef: pedido.RestauranteRef,
  Cliente: pedido.Cliente,
  Direccion: pedido.Direccion,
  Mesa: pedido.Mesa,
  Item: pedido.Item,
  ItemOpcion: pedido.ItemOpcion,
  Totales,
  IvaDesglose: Totales.properties.iva_desglose.items,
  Pago,
  Cobro: Pago.properties.pagos.items,
  Entrega: pedido.Entrega,
  Fiscal: pedido.Fiscal,
  Historial,
  EntradaHistorial,
  Carta,
  Categoria,
  Producto,
  Tamano: Producto.properties.tamaños.items,
  GrupoOpcion,
  Opcion: GrupoOpcion.properties.opciones.items,
  Tramo,
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
  WebhookNuevo: webhook.WebhookNuevo,
  WebhookCreado: webhook.WebhookCreado,
  WebhookCambios: webhook.WebhookCambios,
  Rotacion: webhook.Rotacion,
  SecretoRotado: webhook.SecretoRotado,
  ListaWebhooks: webhook.ListaWebhooks,
  Webhook: webhook.Webhook,
  WebhookEliminado: webhook.WebhookEliminado,
  PaginaEntregas: entrega.PaginaEntregas,
  PaginacionEntregas: entrega.PaginacionEntregas,
  EntregaWebhook: entrega.Entrega,
  UltimoIntento: entrega.UltimoIntento,
  IntentoAnterior: entrega.IntentoAnterior,
  Prueba: entrega.Prueba,
  ReenvioNuevo: entrega.ReenvioNuevo,
  ListaReenvios: entrega.ListaReenvios,
  Reenvio: entrega.Reenvio,
  Error: ErrorBody,
} as const;

export type Componente = keyof typeof COMPONENTES;

/** Describes each object (`$`) and its fields. A field without a description does not compile. */
export type Descripciones = {
  readonly [C in Componente]: Readonly<
    Record<'$' | keyof (typeof COMPONENTES)[C]['properties'], Bilingual>
  >;
};
