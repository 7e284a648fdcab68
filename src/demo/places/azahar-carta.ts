import { grupo, plato, type Seccion, seccion } from '../menu.ts';

const PAN = grupo(
  'pan',
  'Pan',
  [1, 1],
  [
    ['Mollete de Antequera', 0],
    ['Pan de masa madre', 60],
    ['Pan sin gluten', 120],
  ],
);
const PUNTO = grupo(
  'punto',
  'Punto de la carne',
  [1, 1],
  [
    ['Poco hecha', 0],
    ['Al punto', 0],
    ['Muy hecha', 0],
  ],
);
const GUARNICION = grupo(
  'guarnicion',
  'Guarnición',
  [1, 1],
  [
    ['Patatas fritas', 0],
    ['Ensalada', 0],
    ['Verduras a la plancha', 150],
  ],
);
const SALSAS = grupo(
  'salsas',
  'Salsas',
  [0, 3],
  [
    ['Alioli', 80],
    ['Brava', 80],
    ['Mojo picón', 80],
    ['Tártara', 80],
  ],
);
const EXTRAS = grupo(
  'extras',
  'Extras',
  [0, 3],
  [
    ['Queso payoyo', 150],
    ['Jamón ibérico', 250],
    ['Huevo campero', 130],
    ['Pimientos asados', 100],
  ],
);
const SERVIDO = grupo(
  'hielo',
  'Cómo la quiere',
  [0, 2],
  [
    ['Con hielo', 0],
    ['Con rodaja de limón', 0],
  ],
);

/** Tapa, half and whole portion, as every tavern in Seville sells. */
const raciones = (tapa: number, media: number, racion: number) =>
  [
    ['Tapa', tapa],
    ['Media ración', media],
    ['Ración', racion],
  ] as const;

export const AZAHAR_CARTA: readonly Seccion[] = [
  seccion('frias', 'Tapas frías', 22, [
    plato('salmorejo', 'Salmorejo cordobés', 420, {
      alergenos: ['gluten', 'huevos'],
      tamanos: raciones(420, 650, 980),
      destacado: true,
      peso: 4,
    }),
    plato('ensaladilla', 'Ensaladilla de gambas', 430, {
      alergenos: ['crustáceos', 'huevos', 'pescado'],
      tamanos: raciones(430, 700, 1_080),
      peso: 4,
    }),
    plato('jamon', 'Jamón ibérico de bellota', 750, {
      tamanos: raciones(750, 1_350, 2_400),
      peso: 2,
    }),
    plato('queso', 'Queso payoyo con membrillo', 480, {
      alergenos: ['lácteos'],
      tamanos: raciones(480, 820, 1_450),
    }),
    plato('papas-alinas', 'Papas aliñás con melva', 390, {
      alergenos: ['pescado', 'sulfitos'],
      tamanos: raciones(390, 620, 920),
      peso: 2,
    }),
    plato('boquerones', 'Boquerones en vinagre', 450, {
      alergenos: ['pescado', 'sulfitos'],
      tamanos: raciones(450, 720, 1_100),
    }),
  ]),
  seccion('calientes', 'Tapas calientes', 24, [
    plato('croquetas', 'Croquetas de puchero', 440, {
      alergenos: ['gluten', 'huevos', 'lácteos'],
      tamanos: raciones(440, 720, 1_120),
      grupos: [SALSAS],
      destacado: true,
      peso: 5,
    }),
    plato('espinacas', 'Espinacas con garbanzos', 410, {
      alergenos: ['gluten', 'sésamo'],
      tamanos: raciones(410, 640, 950),
      peso: 2,
    }),
    plato('bravas', 'Patatas bravas', 380, {
      alergenos: ['huevos'],
      tamanos: raciones(380, 590, 850),
      grupos: [SALSAS],
      peso: 4,
    }),
    plato('carrillada', 'Carrillada al oloroso', 520, {
      alergenos: ['apio', 'sulfitos'],
      tamanos: raciones(520, 890, 1_480),
      peso: 3,
    }),
    plato('solomillo-whisky', 'Solomillo al whisky', 490, {
      alergenos: ['sulfitos'],
      tamanos: raciones(490, 860, 1_420),
      grupos: [PUNTO],
      peso: 3,
    }),
    plato('berenjenas', 'Berenjenas con miel de caña', 430, {
      alergenos: ['gluten'],
      tamanos: raciones(430, 680, 1_020),
      peso: 2,
    }),
  ]),
  seccion('frituras', 'Pescaíto frito', 14, [
    plato('adobo', 'Cazón en adobo', 460, {
      alergenos: ['gluten', 'pescado', 'sulfitos'],
      tamanos: raciones(460, 760, 1_250),
      peso: 3,
    }),
    plato('puntillitas', 'Puntillitas', 520, {
      alergenos: ['gluten', 'moluscos'],
      tamanos: raciones(520, 850, 1_390),
      grupos: [SALSAS],
    }),
    plato('tortillitas', 'Tortillitas de camarones', 450, {
      alergenos: ['gluten', 'crustáceos'],
      tamanos: raciones(450, 740, 1_190),
      peso: 2,
    }),
    plato('frito-variado', 'Frito variado para dos', 2_450, {
      alergenos: ['gluten', 'pescado', 'moluscos'],
      grupos: [SALSAS],
    }),
  ]),
  seccion('carnes', 'Carnes', 9, [
    plato('presa', 'Presa ibérica a la brasa', 1_690, { grupos: [PUNTO, GUARNICION], peso: 2 }),
    plato('secreto', 'Secreto ibérico', 1_550, { grupos: [PUNTO, GUARNICION], peso: 2 }),
    plato('cola-toro', 'Cola de toro', 1_790, {
      alergenos: ['apio', 'sulfitos'],
      grupos: [GUARNICION],
      destacado: true,
    }),
    plato('hamburguesa', 'Hamburguesa de retinto', 1_290, {
      alergenos: ['gluten', 'huevos', 'lácteos', 'mostaza'],
      grupos: [PUNTO, GUARNICION, EXTRAS],
      peso: 3,
    }),
  ]),
  seccion('pescados', 'Pescados', 6, [
    plato('atun', 'Atún rojo de almadraba', 1_950, {
      alergenos: ['pescado', 'soja', 'sésamo'],
      grupos: [GUARNICION],
    }),
    plato('bacalao', 'Bacalao con tomate', 1_480, { alergenos: ['pescado'], peso: 2 }),
    plato('corvina', 'Corvina a la plancha', 1_620, {
      alergenos: ['pescado'],
      grupos: [GUARNICION],
      agotado: true,
    }),
  ]),
  seccion(
    'arroces',
    'Arroces del fin de semana',
    8,
    [
      plato('arroz-senoret', 'Arroz del señoret (2 personas)', 2_980, {
        alergenos: ['crustáceos', 'moluscos', 'pescado'],
        peso: 2,
      }),
      plato('arroz-pato', 'Arroz meloso con pato (2 personas)', 2_750, { alergenos: ['apio'] }),
      plato('arroz-verduras', 'Arroz de verduras de la vega (2 personas)', 2_380, {}),
    ],
    { dias: ['vie', 'sab', 'dom'], horario: [{ desde: '13:00', hasta: '16:30' }] },
  ),
  seccion('montaditos', 'Montaditos y serranitos', 16, [
    plato('serranito', 'Serranito de lomo', 720, {
      alergenos: ['gluten'],
      grupos: [PAN, EXTRAS],
      destacado: true,
      peso: 4,
    }),
    plato('pringa', 'Montadito de pringá', 350, { alergenos: ['gluten'], grupos: [PAN], peso: 4 }),
    plato('piripi', 'Montadito piripi', 370, {
      alergenos: ['gluten', 'lácteos', 'huevos'],
      grupos: [PAN, EXTRAS],
      peso: 3,
    }),
    plato('melva', 'Montadito de melva con pimientos', 390, {
      alergenos: ['gluten', 'pescado'],
      grupos: [PAN],
    }),
    plato('vegetal', 'Montadito vegetal con aguacate', 420, {
      alergenos: ['gluten', 'huevos'],
      grupos: [PAN, EXTRAS],
    }),
  ]),
  seccion('ensaladas', 'Ensaladas', 7, [
    plato('ensalada-azahar', 'Ensalada Azahar con naranja y bacalao', 1_090, {
      alergenos: ['pescado'],
      peso: 2,
    }),
    plato('tomate', 'Tomate de Los Palacios con ventresca', 1_150, { alergenos: ['pescado'] }),
    plato('cogollos', 'Cogollos con anchoas', 890, { alergenos: ['pescado'] }),
  ]),
  seccion(
    'menu-dia',
    'Menú del día',
    12,
    [
      plato('menu-dia', 'Menú del día', 1_350, {
        alergenos: ['gluten', 'lácteos', 'pescado'],
        grupos: [
          grupo(
            'primero',
            'Primero',
            [1, 1],
            [
              ['Salmorejo', 0],
              ['Lentejas estofadas', 0],
              ['Ensalada mixta', 0],
            ],
          ),
          grupo(
            'segundo',
            'Segundo',
            [1, 1],
            [
              ['Pollo al ajillo', 0],
              ['Merluza a la romana', 0],
              ['Solomillo al whisky', 200],
            ],
          ),
        ],
      }),
    ],
    { dias: ['lun', 'mar', 'mie', 'jue', 'vie'], horario: [{ desde: '12:30', hasta: '16:30' }] },
  ),
  seccion('postres', 'Postres', 11, [
    plato('torrija', 'Torrija con helado de azahar', 520, {
      alergenos: ['gluten', 'huevos', 'lácteos'],
      destacado: true,
      peso: 3,
    }),
    plato('tocino', 'Tocino de cielo', 420, { alergenos: ['huevos'] }),
    plato('tarta-queso', 'Tarta de queso payoyo', 550, {
      alergenos: ['gluten', 'huevos', 'lácteos'],
      peso: 3,
    }),
    plato('naranja', 'Naranja con canela y aceite', 380, {}),
  ]),
  seccion('bebidas', 'Bebidas', 24, [
    plato('agua', 'Agua mineral', 160, {
      tamanos: [
        ['50 cl', 160],
        ['1 litro', 240],
      ],
      peso: 4,
    }),
    plato('refresco', 'Refresco', 230, { grupos: [SERVIDO], general: true, peso: 5 }),
    plato('tinto-verano', 'Tinto de verano', 280, {
      alergenos: ['sulfitos'],
      tamanos: [
        ['Vaso', 280],
        ['Jarra', 980],
      ],
      general: true,
      peso: 3,
    }),
    plato('cafe', 'Café', 150, { alergenos: ['lácteos'], peso: 2 }),
  ]),
  seccion('vinos', 'Vinos y cervezas', 18, [
    plato('cana', 'Cerveza de barril', 180, {
      alergenos: ['gluten'],
      tamanos: [
        ['Caña', 180],
        ['Tubo', 260],
        ['Tercio', 290],
      ],
      general: true,
      peso: 6,
    }),
    plato('manzanilla', 'Manzanilla de Sanlúcar', 290, {
      alergenos: ['sulfitos'],
      tamanos: [
        ['Copa', 290],
        ['Botella', 1_650],
      ],
      general: true,
      peso: 2,
    }),
    plato('tinto-ronda', 'Tinto de la sierra de Ronda', 340, {
      alergenos: ['sulfitos'],
      tamanos: [
        ['Copa', 340],
        ['Botella', 1_890],
      ],
      general: true,
      peso: 2,
    }),
    plato('vermut', 'Vermut de la casa', 350, { alergenos: ['sulfitos'], general: true }),
  ]),
  seccion(
    'navidad',
    'Encargos de Navidad',
    0,
    [plato('pavo', 'Pavo trufado (8 personas)', 8_900, { alergenos: ['lácteos', 'huevos'] })],
    { activa: false },
  ),
];
