import { parseMenu } from '../menu.ts';
import { type Place, parseBarrios } from './place.ts';

const MENU = `
+ pan        | Pan               | 1-1 | Mollete de Antequera, Pan de masa madre 60, Pan sin gluten 120
+ punto      | Punto de la carne | 1-1 | Poco hecha, Al punto, Muy hecha
+ guarnicion | Guarnición        | 1-1 | Patatas fritas, Ensalada, Verduras a la plancha 150
+ salsas     | Salsas            | 0-3 | Alioli 80, Brava 80, Mojo picón 80, Tártara 80
+ extras     | Extras            | 0-3 | Queso payoyo 150, Jamón ibérico 250, Huevo campero 130, Pimientos asados 100
+ hielo      | Cómo la quiere    | 0-2 | Con hielo, Con rodaja de limón
+ primero    | Primero           | 1-1 | Salmorejo, Lentejas estofadas, Ensalada mixta
+ segundo    | Segundo           | 1-1 | Pollo al ajillo, Merluza a la romana, Solomillo al whisky 200

= frias      | Tapas frías | 22
salmorejo    | Salmorejo cordobés         | 420/650/980   | gluten, huevos              | | 4 destacado
ensaladilla  | Ensaladilla de gambas      | 430/700/1080  | crustáceos, huevos, pescado | | 4
jamon        | Jamón ibérico de bellota   | 750/1350/2400 |                             | | 2
queso        | Queso payoyo con membrillo | 480/820/1450  | lácteos
papas-alinas | Papas aliñás con melva     | 390/620/920   | pescado, sulfitos           | | 2
boquerones   | Boquerones en vinagre      | 450/720/1100  | pescado, sulfitos

= calientes      | Tapas calientes | 24
croquetas        | Croquetas de puchero        | 440/720/1120 | gluten, huevos, lácteos | salsas | 5 destacado
espinacas        | Espinacas con garbanzos     | 410/640/950  | gluten, sésamo          |        | 2
bravas           | Patatas bravas              | 380/590/850  | huevos                  | salsas | 4
carrillada       | Carrillada al oloroso       | 520/890/1480 | apio, sulfitos          |        | 3
solomillo-whisky | Solomillo al whisky         | 490/860/1420 | sulfitos                | punto  | 3
berenjenas       | Berenjenas con miel de caña | 430/680/1020 | gluten                  |        | 2

= frituras    | Pescaíto frito | 14
adobo         | Cazón en adobo           | 460/760/1250 | gluten, pescado, sulfitos | | 3
puntillitas   | Puntillitas              | 520/850/1390 | gluten, moluscos          | salsas
tortillitas   | Tortillitas de camarones | 450/740/1190 | gluten, crustáceos        | | 2
frito-variado | Frito variado para dos   | 2450         | gluten, pescado, moluscos | salsas

= carnes    | Carnes | 9
presa       | Presa ibérica a la brasa | 1690 |                | punto, guarnicion | 2
secreto     | Secreto ibérico          | 1550 |                | punto, guarnicion | 2
cola-toro   | Cola de toro             | 1790 | apio, sulfitos | guarnicion        | destacado
hamburguesa | Hamburguesa de retinto   | 1290 | gluten, huevos, lácteos, mostaza | punto, guarnicion, extras | 3

= pescados | Pescados | 6
atun       | Atún rojo de almadraba | 1950 | pescado, soja, sésamo | guarnicion
bacalao    | Bacalao con tomate     | 1480 | pescado               |            | 2
corvina    | Corvina a la plancha   | 1620 | pescado               | guarnicion | agotado

= arroces      | Arroces del fin de semana | 8 | vie sab dom | 13:00-16:30
arroz-senoret  | Arroz del señoret (2 personas)            | 2980 | crustáceos, moluscos, pescado | | 2
arroz-pato     | Arroz meloso con pato (2 personas)        | 2750 | apio
arroz-verduras | Arroz de verduras de la vega (2 personas) | 2380

= montaditos | Montaditos y serranitos | 16
serranito    | Serranito de lomo                | 720 | gluten                  | pan, extras | 4 destacado
pringa       | Montadito de pringá              | 350 | gluten                  | pan         | 4
piripi       | Montadito piripi                 | 370 | gluten, lácteos, huevos | pan, extras | 3
melva        | Montadito de melva con pimientos | 390 | gluten, pescado         | pan
vegetal      | Montadito vegetal con aguacate   | 420 | gluten, huevos          | pan, extras

= ensaladas     | Ensaladas | 7
ensalada-azahar | Ensalada Azahar con naranja y bacalao | 1090 | pescado | | 2
tomate          | Tomate de Los Palacios con ventresca  | 1150 | pescado
cogollos        | Cogollos con anchoas                  | 890  | pescado

= menu-dia | Menú del día | 12 | lun mar mie jue vie | 12:30-16:30
menu-dia   | Menú del día | 1350 | gluten, lácteos, pescado | primero, segundo

= postres   | Postres | 11
torrija     | Torrija con helado de azahar | 520 | gluten, huevos, lácteos | | 3 destacado
tocino      | Tocino de cielo              | 420 | huevos
tarta-queso | Tarta de queso payoyo        | 550 | gluten, huevos, lácteos | | 3
naranja     | Naranja con canela y aceite  | 380

= bebidas    | Bebidas | 24
agua         | Agua mineral    | 50 cl 160, 1 litro 240 |          |       | 4
refresco     | Refresco        | 230                    |          | hielo | 5 general
tinto-verano | Tinto de verano | Vaso 280, Jarra 980    | sulfitos |       | 3 general
cafe         | Café            | 150                    | lácteos  |       | 2

= vinos     | Vinos y cervezas | 18
cana        | Cerveza de barril           | Caña 180, Tubo 260, Tercio 290 | gluten   | | 6 general
manzanilla  | Manzanilla de Sanlúcar      | Copa 290, Botella 1650         | sulfitos | | 2 general
tinto-ronda | Tinto de la sierra de Ronda | Copa 340, Botella 1890         | sulfitos | | 2 general
vermut      | Vermut de la casa           | 350                            | sulfitos | | general

= navidad | Encargos de Navidad | 0
pavo      | Pavo trufado (8 personas) | 8900 | lácteos, huevos
`;

const BARRIOS = `
azahar_centro | Casco Antiguo | #2e8b57 | 150 | 1200 | 25 | 10
  41001, 41002, 41003, 41004
  Calle Feria, Calle Sierpes, Calle San Luis, Alameda de Hércules, Calle Amor de Dios, Calle Águilas, Calle Santa Clara, Calle Zaragoza
  -5.9967 37.4046, -5.9897 37.4029, -5.9837 37.3935, -5.9865 37.3865, -5.9935 37.381, -5.9965 37.3825, -6.002 37.3857, -6.0035 37.3915, -6.0005 37.399
azahar_macarena | Macarena | #1f77b4 | 190 | 1500 | 30 | 6
  41009, 41008
  Calle León XIII, Calle Doctor Fedriani, Avenida de Pino Montano, Calle Sánchez Pizjuán, Calle San Juan Bosco
  -5.9967 37.4046, -5.9897 37.4029, -5.9862 37.3975, -5.974 37.403, -5.976 37.413, -5.987 37.4145, -5.9935 37.4105
azahar_triana | Triana | #d62728 | 250 | 1800 | 35 | 5
  41010
  Calle Betis, Calle Pureza, Calle San Jacinto, Calle Castilla, Calle Evangelista, Calle Pagés del Corro
  -6.0036 37.387, -5.999 37.3808, -6.009 37.377, -6.014 37.383, -6.0118 37.3895, -6.0062 37.3925
azahar_nervion | Nervión | #9467bd | 290 | 2000 | 40 | 4
  41005, 41018
  Avenida de Eduardo Dato, Calle Luis Montoto, Calle Marqués de Pickman, Avenida de la Buhaira, Calle Espinosa y Cárcel
  -5.9837 37.3935, -5.9865 37.3865, -5.983 37.379, -5.969 37.379, -5.964 37.387, -5.972 37.393
azahar_remedios | Los Remedios | #8c6d31 | 320 | 2500 | 45 | 2
  41011
  Calle Asunción, Calle Virgen de Luján, Avenida República Argentina, Calle Niebla
  -5.999 37.3808, -5.9955 37.374, -5.9945 37.369, -6.0005 37.3665, -6.008 37.372, -6.009 37.377
`;

const COMIDA = { desde: '12:30', hasta: '16:30' };
const CENA = { desde: '20:00', hasta: '23:45' };
const CENA_LARGA = { desde: '20:00', hasta: '24:00' };

export const AZAHAR: Place = {
  perfil: {
    id: 'rest_demo_azahar',
    slug: 'taberna-del-azahar',
    nombre: 'La Taberna del Azahar',
    moneda: 'EUR',
    zona_horaria: 'Europe/Madrid',
    acepta_pedidos: true,
    pedido_minimo_cents: 1_200,
    horario: {
      lunes: [COMIDA],
      martes: [COMIDA, CENA],
      miercoles: [COMIDA, CENA],
      jueves: [COMIDA, CENA],
      viernes: [COMIDA, CENA_LARGA],
      sabado: [{ desde: '12:30', hasta: '17:00' }, CENA_LARGA],
      domingo: [{ desde: '12:30', hasta: '17:00' }, CENA],
    },
    contacto: {
      email: 'hola@tabernadelazahar.example',
      telefono: '+34 795 410 002',
      web: 'https://tabernadelazahar.example',
    },
    ubicacion: { direccion: 'Calle Feria, 58', ciudad: 'Sevilla', lat: 37.3987, lng: -5.9906 },
    branding: {
      logo_url: 'https://tabernadelazahar.example/logo.svg',
      color_primario: '#c8551b',
      galeria: [
        'https://tabernadelazahar.example/fotos/patio.jpg',
        'https://tabernadelazahar.example/fotos/barra.jpg',
        'https://tabernadelazahar.example/fotos/torrija.jpg',
      ],
    },
    reputacion: { puntuacion: 4.7, votos: 1_284 },
  },
  secciones: parseMenu(MENU),
  barrios: parseBarrios(BARRIOS),
  pedidosDia: 52,
  clientes: 700,
  mesas: 18,
  impuesto: { servicio: 10, general: 21 },
  tipos: { reparto: 52, recogida: 23, mesa: 25 },
  sala: ['Rocío', 'Curro', 'Macarena', 'Álvaro'],
  repartidores: ['Iván', 'Lucía', 'Mohamed', 'Samuel', 'Yolanda'],
  vivoSegundos: [20, 40],
};
