import type { Carta, Evento, Pedido } from '@comanda/client';

/** An order in few words: an assistant reads lists of them. */
export const compactPedido = (pedido: Pedido) => ({
  id: pedido.id,
  numero: pedido.numero,
  tipo: pedido.tipo,
  estado: pedido.estado,
  creado_en: pedido.creado_en,
  cliente: pedido.cliente.nombre,
  items: pedido.items.map(({ cantidad, nombre }) => `${cantidad} × ${nombre}`),
  total_cents: pedido.totales.total_cents,
  moneda: pedido.totales.moneda,
  pago: `${pedido.pago.metodo}, ${pedido.pago.estado}`,
});

export const compactEvento = ({ id, tipo, creado_en, datos }: Evento) => ({
  id,
  tipo,
  creado_en,
  pedido_id: datos.pedido.id,
  pedido_numero: datos.pedido.numero,
  estado: datos.pedido.estado,
  cambios: datos.cambios,
});

/** The menu without what only a shop window needs. */
export const compactCarta = ({ moneda, categorias }: Carta) => ({
  moneda,
  categorias: categorias.map(({ nombre, activa, productos }) => ({
    nombre,
    activa,
    productos: productos.map((producto) => ({
      id: producto.id,
      nombre: producto.nombre,
      precio_cents: producto.precio_cents,
      disponible: producto.disponible,
      alergenos: producto.alergenos,
      tamaños: producto.tamaños.map(({ nombre: size, precio_cents }) => ({
        nombre: size,
        precio_cents,
      })),
    })),
  })),
});
