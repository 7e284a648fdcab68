import type { EventoPantalla, PedidoPantalla } from '../../contract/panel.ts';
import type { Evento } from '../../contract/recursos/evento.ts';
import type { Pedido } from '../../contract/recursos/pedido.ts';

/** Lists every field, so that a field that orders gain one day appears on no wall until somebody decides so. */
export const pedidoOnScreen = (pedido: Pedido): PedidoPantalla => {
  const { id, numero, tipo, estado, creado_en, programado_para, mesa, instrucciones } = pedido;
  return {
    id,
    numero,
    tipo,
    estado,
    creado_en,
    programado_para,
    cliente: { nombre: pedido.cliente.nombre },
    mesa,
    items: pedido.items.map((item) => ({
      id: item.id,
      producto_id: item.producto_id,
      nombre: item.nombre,
      tamaño: item.tamaño,
      cantidad: item.cantidad,
      estado_cocina: item.estado_cocina,
      opciones: item.opciones.map(({ nombre, cantidad }) => ({ nombre, cantidad })),
    })),
    instrucciones,
  };
};

export const eventoOnScreen = ({ id, tipo, creado_en, datos }: Evento): EventoPantalla => ({
  id,
  tipo,
  creado_en,
  datos: { pedido: pedidoOnScreen(datos.pedido) },
});
