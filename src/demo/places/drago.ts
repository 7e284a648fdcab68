import { grupo, plato, seccion } from '../menu.ts';
import { type Place, ring } from './place.ts';

const MOJOS = grupo(
  'mojo',
  'Mojo',
  [1, 2],
  [
    ['Mojo rojo', 0],
    ['Mojo verde', 0],
  ],
);

const TARDE = { desde: '13:00', hasta: '17:00' };
const NOCHE = { desde: '19:30', hasta: '22:30' };

/** The second, small one: on the Canaries, an hour behind the first. */
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
  secciones: [
    seccion('drago_entrantes', 'Entrantes', 10, [
      plato('drago_papas', 'Papas arrugadas', 490, { grupos: [MOJOS], destacado: true, peso: 4 }),
      plato('drago_queso', 'Queso asado con mojo', 690, { alergenos: ['lácteos'], peso: 3 }),
      plato('drago_gofio', 'Escaldón de gofio', 550, { alergenos: ['gluten', 'apio'], peso: 2 }),
    ]),
    seccion('drago_platos', 'Platos de la casa', 10, [
      plato('drago_fiesta', 'Carne de fiesta', 950, { grupos: [MOJOS], peso: 3 }),
      plato('drago_conejo', 'Conejo en salmorejo', 1_190, { alergenos: ['sulfitos'], peso: 2 }),
      plato('drago_ropa', 'Ropa vieja', 980, { peso: 2 }),
      plato('drago_cherne', 'Cherne encebollado', 1_350, { alergenos: ['pescado'] }),
    ]),
    seccion('drago_postres', 'Postres', 4, [
      plato('drago_quesillo', 'Quesillo', 390, { alergenos: ['huevos', 'lácteos'], peso: 2 }),
      plato('drago_polvito', 'Polvito uruguayo', 420, { alergenos: ['gluten', 'lácteos'] }),
    ]),
    seccion('drago_bebidas', 'Bebidas', 8, [
      plato('drago_vino', 'Vino de la casa', 250, {
        alergenos: ['sulfitos'],
        tamanos: [
          ['Cuarto', 250],
          ['Medio litro', 450],
          ['Litro', 800],
        ],
        general: true,
        peso: 3,
      }),
      plato('drago_agua', 'Agua', 150, { peso: 2 }),
      plato('drago_barraquito', 'Barraquito', 280, { alergenos: ['lácteos'], peso: 2 }),
    ]),
  ],
  barrios: [
    {
      zona: {
        id: 'zon_drago_laguna',
        nombre: 'La Laguna centro',
        slug: 'la-laguna-centro',
        color: '#2f5d3a',
        tarifa_cents: 200,
        pedido_minimo_cents: 1_200,
        minutos_estimados: 30,
        activa: true,
        poligono: ring(
          [-16.326, 28.482],
          [-16.31, 28.479],
          [-16.302, 28.487],
          [-16.309, 28.496],
          [-16.323, 28.495],
        ),
      },
      codigosPostales: ['38201', '38202'],
      calles: ['Calle Herradores', 'Calle San Agustín', 'Calle de la Carrera', 'Avenida Trinidad'],
      peso: 1,
    },
  ],
  pedidosDia: 14,
  clientes: 140,
  mesas: 9,
  // The islands' own tax, the IGIC.
  impuesto: { servicio: 7, general: 7 },
  reparto: { reparto: 20, recogida: 35, mesa: 45 },
  sala: ['Candelaria', 'Yeray'],
  repartidores: ['Ayoze'],
  vivoSegundos: [75, 150],
};
