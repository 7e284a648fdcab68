import type Type from 'typebox';
import type { Carta } from '../../recursos/carta.ts';
import type { Restaurante } from '../../recursos/restaurante.ts';
import type { Resumen } from '../../recursos/resumen.ts';
import type { ListaZonas } from '../../rutas/rutas.ts';
import { PRODUCTO, RESTAURANTE, ZONA } from './pedido.ts';

const COMIDA = { desde: '13:00', hasta: '16:00' };
const CENA = { desde: '20:00', hasta: '24:00' };

export const PERFIL: Restaurante = {
  ...RESTAURANTE,
  moneda: 'EUR',
  zona_horaria: 'Europe/Madrid',
  acepta_pedidos: true,
  pedido_minimo_cents: 1_200,
  horario: {
    lunes: [],
    martes: [COMIDA],
    miercoles: [COMIDA],
    jueves: [COMIDA],
    viernes: [COMIDA, CENA],
    sabado: [COMIDA, CENA],
    domingo: [{ desde: '12:30', hasta: '17:00' }],
  },
  contacto: {
    email: 'hola@casapepa.example',
    telefono: '+34 910 000 001',
    web: 'https://casapepa.example',
  },
  ubicacion: { direccion: 'Calle de la Cruz, 7', ciudad: 'Madrid', lat: 40.4158, lng: -3.7014 },
  branding: {
    logo_url: 'https://casapepa.example/logo.png',
    color_primario: '#c0392b',
    galeria: ['https://casapepa.example/salon.jpg'],
  },
  reputacion: { puntuacion: 4.6, votos: 381 },
};

export const CARTA: Carta = {
  restaurante_id: RESTAURANTE.id,
  restaurante_slug: RESTAURANTE.slug,
  moneda: 'EUR',
  idioma_origen: 'es',
  generado_en: '2026-11-14T09:15:00.000Z',
  categorias: [
    {
      id: 'cat_01kjsesxm0pq4rtekj101jc86v',
      nombre: 'Pizzas',
      activa: true,
      visible_dias: ['lun', 'mar', 'mie', 'jue', 'vie', 'sab', 'dom'],
      visible_horario: null,
      productos: [
        {
          id: PRODUCTO.margarita.id,
          nombre: PRODUCTO.margarita.nombre,
          precio_cents: 950,
          disponible: true,
          destacado: true,
          alergenos: ['gluten', 'lácteos'],
          tamaños: [
            {
              id: 'tam_01kjsesxm0ed6jmqbwzxbw6qvh',
              nombre: 'Mediana',
              precio_cents: 950,
              predeterminado: true,
            },
            {
              id: 'tam_01kjsesxm0ed6jmqbwzxbw6qvj',
              nombre: 'Familiar',
              precio_cents: 1_450,
              predeterminado: false,
            },
          ],
          grupos_opcion: [
            {
              id: 'grp_01kjsesxm02djm52ev63r4rw7k',
              nombre: 'Extras',
              requerido: false,
              min_seleccion: 0,
              max_seleccion: 3,
              opciones: [
                {
                  id: 'opt_01kjsesxm0y6c2w9s47wc1th44',
                  nombre: 'Mozzarella extra',
                  precio_cents: 150,
                },
              ],
            },
          ],
        },
      ],
    },
    {
      id: 'cat_01kjsesxm0pq4rtekj101jc86w',
      nombre: 'Menú del día',
      activa: true,
      visible_dias: ['lun', 'mar', 'mie', 'jue', 'vie'],
      visible_horario: [COMIDA],
      productos: [],
    },
  ],
};

export const ZONAS: Type.Static<typeof ListaZonas> = {
  datos: [
    {
      ...ZONA,
      slug: 'centro',
      color: '#27ae60',
      tarifa_cents: 199,
      pedido_minimo_cents: 1_200,
      minutos_estimados: 30,
      activa: true,
      poligono: {
        tipo: 'Polygon',
        coordenadas: [
          [
            [-3.7121, 40.4102],
            [-3.6934, 40.4102],
            [-3.6934, 40.4267],
            [-3.7121, 40.4267],
            [-3.7121, 40.4102],
          ],
        ],
      },
    },
  ],
};

/** Seven days that end today, with the offset of the restaurant. */
export const RESUMEN: Resumen = {
  periodo: '7d',
  desde: '2026-11-08T00:00:00+01:00',
  hasta: '2026-11-15T00:00:00+01:00',
  zona_horaria: 'Europe/Madrid',
  kpis: {
    pedidos_total: 412,
    pedidos_cancelados: 9,
    clientes_distintos: 287,
    ventas_cents: 1_134_260,
    ticket_medio_cents: 2_753,
    moneda: 'EUR',
  },
  mix_tipo: { reparto: 251, recogida: 98, mesa: 63 },
  top_productos: [
    {
      producto_id: PRODUCTO.margarita.id,
      nombre: PRODUCTO.margarita.nombre,
      unidades: 196,
      ventas_cents: 261_400,
    },
    {
      producto_id: PRODUCTO.agua.id,
      nombre: PRODUCTO.agua.nombre,
      unidades: 144,
      ventas_cents: 25_920,
    },
  ],
};
