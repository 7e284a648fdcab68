import { parseMenu } from '../menu.ts';
import { type Place, parseBarrios } from './place.ts';

const MENU = `
+ mojo | Mojo | 1-2 | Mojo rojo, Mojo verde

= drago_entrantes | Entrantes | 10
drago_papas       | Papas arrugadas      | 490  |               | mojo | 4 destacado
drago_queso       | Queso asado con mojo | 690  | lácteos       |      | 3
drago_gofio       | Escaldón de gofio    | 550  | gluten, apio  |      | 2

= drago_platos    | Platos de la casa | 10
drago_fiesta      | Carne de fiesta      | 950  |               | mojo | 3
drago_conejo      | Conejo en salmorejo  | 1190 | sulfitos      |      | 2
drago_ropa        | Ropa vieja           | 980  |               |      | 2
drago_cherne      | Cherne encebollado   | 1350 | pescado

= drago_postres   | Postres | 4
drago_quesillo    | Quesillo             | 390  | huevos, lácteos |    | 2
drago_polvito     | Polvito uruguayo     | 420  | gluten, lácteos

= drago_bebidas   | Bebidas | 8
drago_vino        | Vino de la casa      | Cuarto 250, Medio litro 450, Litro 800 | sulfitos | | 3 general
drago_agua        | Agua                 | 150  |               |      | 2
drago_barraquito  | Barraquito           | 280  | lácteos       |      | 2
`;

const BARRIOS = `
drago_laguna | La Laguna centro | #2f5d3a | 200 | 1200 | 30 | 1
  38201, 38202
  Calle Herradores, Calle San Agustín, Calle de la Carrera, Avenida Trinidad
  -16.326 28.482, -16.31 28.479, -16.302 28.487, -16.309 28.496, -16.323 28.495
`;

const TARDE = { desde: '13:00', hasta: '17:00' };
const NOCHE = { desde: '19:30', hasta: '22:30' };

/** The second restaurant, a small one: on the Canaries, an hour behind the first. */
export const DRAGO: Place = {
  perfil: {
    id: 'rest_demo_drago',
    slug: 'guachinche-el-drago',
    nombre: 'Guachinche El Drago',
    moneda: 'EUR',
    zona_horaria: 'Atlantic/Canary',
    acepta_pedidos: true,
    pedido_minimo_cents: 1_000,
    horario: {
      lunes: [],
      martes: [],
      miercoles: [TARDE],
      jueves: [TARDE],
      viernes: [TARDE, NOCHE],
      sabado: [TARDE, NOCHE],
      domingo: [TARDE],
    },
    contacto: { email: 'reservas@eldrago.example', telefono: '+34 795 220 008', web: null },
    ubicacion: {
      direccion: 'Camino de la Rúa, 12',
      ciudad: 'San Cristóbal de La Laguna',
      lat: 28.4874,
      lng: -16.3159,
    },
    branding: { logo_url: null, color_primario: '#2f5d3a', galeria: [] },
    reputacion: { puntuacion: 4.4, votos: 212 },
  },
  secciones: parseMenu(MENU),
  barrios: parseBarrios(BARRIOS),
  pedidosDia: 14,
  clientes: 140,
  mesas: 9,
  // The islands' own tax, the IGIC.
  impuesto: { servicio: 7, general: 7 },
  tipos: { reparto: 20, recogida: 35, mesa: 45 },
  sala: ['Candelaria', 'Yeray'],
  repartidores: ['Ayoze'],
  vivoSegundos: [75, 150],
};
