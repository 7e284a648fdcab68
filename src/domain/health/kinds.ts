import type { TipoCondicion } from '../../contract/avisos/condicion.ts';
import type { Right } from '../../contract/roles.ts';

/** The words of a condition; `{}` is the name of its object. */
interface Words {
  title: string;
  /** One sentence: what the reader can do. */
  advice: string;
}

interface Kind {
  /** People with this right in the restaurant are told; null: operators, for it is of the service. */
  right: Right | null;
  isGrave: boolean;
  /** Whether a mail a day reminds of it, up to seven. */
  reminds: boolean;
  /** The page of the panel where the reader can act; `{}` is the id of its object. */
  page: string;
  es: Words;
  en: Words;
}

const OF_RESTAURANT = { isGrave: false, reminds: true } as const;
const OF_SERVICE = {
  right: null,
  isGrave: true,
  reminds: true,
  page: '/operador/sistema',
} as const;

/** A new kind is a line in TIPOS_CONDICION and an entry here; whoever knows the facts gives signals of it. */
const KINDS = {
  webhook_fallando: {
    ...OF_RESTAURANT,
    right: 'webhooks',
    isGrave: true,
    page: '/webhooks/{}',
    es: {
      title: 'El webhook «{}» está fallando',
      advice: 'Mira qué responde tu receptor; todo lo pendiente se conserva y se enviará.',
    },
    en: {
      title: 'The webhook “{}” is failing',
      advice: 'See what your receiver answers; everything owed is kept and will be sent.',
    },
  },
  webhook_desactivado: {
    ...OF_RESTAURANT,
    right: 'webhooks',
    isGrave: true,
    page: '/webhooks/{}',
    es: {
      title: 'El webhook «{}» se ha desactivado',
      advice: 'Arregla el receptor y vuelve a activarlo: lo pendiente se conserva y se enviará.',
    },
    en: {
      title: 'The webhook “{}” was turned off',
      advice: 'Fix the receiver and turn it on again: what is owed is kept and will be sent.',
    },
  },
  llave_caduca: {
    ...OF_RESTAURANT,
    right: 'llaves',
    reminds: false,
    page: '/llaves/{}',
    es: {
      title: 'La llave «{}» caduca',
      advice: 'Rótala y pon la nueva en tu sistema antes de esa fecha.',
    },
    en: {
      title: 'The key “{}” expires',
      advice: 'Rotate it, and put the new one into your system before that date.',
    },
  },
  llave_sin_uso: {
    ...OF_RESTAURANT,
    right: 'llaves',
    page: '/llaves/{}',
    es: {
      title: 'La llave «{}» ha dejado de usarse',
      advice: 'Se usaba cada día y lleva 24 horas sin peticiones: comprueba el sistema que la usa.',
    },
    en: {
      title: 'The key “{}” is no longer used',
      advice:
        'It was used every day and had no request for 24 hours: check the system that uses it.',
    },
  },
  limite_superado: {
    ...OF_RESTAURANT,
    right: 'llaves',
    page: '/llaves/{}',
    es: {
      title: 'La llave «{}» supera el límite de peticiones',
      advice:
        'Pide páginas más grandes, o sustituye las consultas repetidas por webhooks o el flujo.',
    },
    en: {
      title: 'The key “{}” exceeds its rate limit',
      advice: 'Ask for larger pages, or replace polling with webhooks or the stream.',
    },
  },
  sin_pedidos: {
    ...OF_RESTAURANT,
    right: 'cifras',
    isGrave: true,
    page: '/pedidos',
    es: {
      title: 'No llegan pedidos',
      advice:
        'A estas horas suele haberlos: comprueba que la plataforma de pedidos está abierta y conectada.',
    },
    en: {
      title: 'No orders are arriving',
      advice:
        'There usually are some at this time: check that the ordering platform is open and connected.',
    },
  },
  pantalla_ausente: {
    ...OF_RESTAURANT,
    right: 'pantallas',
    page: '/pantallas',
    es: {
      title: 'La pantalla «{}» no se ve',
      advice: 'Comprueba que está encendida y con conexión.',
    },
    en: { title: 'The screen “{}” is away', advice: 'Check that it is on and connected.' },
  },
  envio_fallido: {
    ...OF_RESTAURANT,
    right: 'exportar',
    isGrave: true,
    page: '/envios',
    es: {
      title: 'El envío «{}» no ha llegado',
      advice: 'Comprueba su destino y vuelve a enviarlo.',
    },
    en: {
      title: 'The delivery “{}” did not arrive',
      advice: 'Check where it goes, and send it again.',
    },
  },
  mes_cambiado: {
    ...OF_RESTAURANT,
    right: 'caja',
    page: '/cierres/{}',
    es: {
      title: 'El mes cerrado {} ha cambiado',
      advice: 'Mira los cambios, avisa a tu gestoría o ciérralo de nuevo.',
    },
    en: {
      title: 'The closed month {} has changed',
      advice: 'See the changes, tell your accountant, or close it again.',
    },
  },
  disco_lleno: {
    ...OF_SERVICE,
    es: {
      title: 'Queda menos del 10 % de disco',
      advice: 'Libera espacio en DATA_DIR o amplía el disco.',
    },
    en: {
      title: 'Less than 10 % of the disk is free',
      advice: 'Free space in DATA_DIR, or enlarge the disk.',
    },
  },
  copia_antigua: {
    ...OF_SERVICE,
    es: {
      title: 'La última copia de seguridad tiene más de un día',
      advice: 'Ejecuta `comanda backup` y revisa la tarea que lo hacía.',
    },
    en: {
      title: 'The last backup is older than a day',
      advice: 'Run `comanda backup`, and check the job that used to.',
    },
  },
  base_ausente: {
    ...OF_SERVICE,
    es: {
      title: 'La base de datos no responde',
      advice: 'Comprueba el servidor de la base de datos y la red.',
    },
    en: {
      title: 'The database does not answer',
      advice: 'Check the database server and the network.',
    },
  },
  base_lenta: {
    ...OF_SERVICE,
    es: {
      title: 'La base de datos responde despacio',
      advice: 'Mira su carga y su disco: el percentil 95 supera un segundo.',
    },
    en: {
      title: 'The database answers slowly',
      advice: 'Look at its load and its disk: the 95th percentile exceeds a second.',
    },
  },
  proceso_perdido: {
    ...OF_SERVICE,
    es: {
      title: 'Un proceso ha desaparecido: {}',
      advice: 'Mira por qué terminó (memoria, máquina) y arranca otro.',
    },
    en: {
      title: 'A process is gone: {}',
      advice: 'See why it ended (memory, machine), and start another.',
    },
  },
  replica_atrasada: {
    ...OF_SERVICE,
    es: {
      title: 'La réplica va más de un minuto por detrás',
      advice: 'Las lecturas van a la base principal: revisa la réplica.',
    },
    en: {
      title: 'The replica is more than a minute behind',
      advice: 'Reads go to the primary: check the replica.',
    },
  },
  url_publica_inaccesible: {
    ...OF_SERVICE,
    es: {
      title: 'PUBLIC_URL no responde',
      advice: 'Comprueba el DNS, el certificado y el proxy delante del servicio.',
    },
    en: {
      title: 'PUBLIC_URL does not answer',
      advice: 'Check DNS, the certificate and the proxy in front of the service.',
    },
  },
  reloj_desviado: {
    ...OF_SERVICE,
    es: {
      title: 'El reloj se desvía más de 5 segundos del de la base de datos',
      advice: 'Activa NTP en todas las máquinas.',
    },
    en: {
      title: 'The clock is off by more than 5 seconds against the database',
      advice: 'Turn on NTP on every machine.',
    },
  },
} satisfies Record<TipoCondicion, Kind>;

export const kindOf = (tipo: TipoCondicion): Kind => KINDS[tipo];

/** The words for a condition, in a language. */
export const wordsOf = (
  { tipo, nombre }: { tipo: TipoCondicion; nombre: string },
  lang: 'es' | 'en',
): Words => {
  const { title, advice } = kindOf(tipo)[lang];
  return { title: title.replace('{}', () => nombre), advice };
};

/** The page where the reader can act, below the panel's address. */
export const pageOf = (condition: {
  tipo: TipoCondicion;
  restauranteId: string | null;
  objeto: string;
}): string => {
  const path = kindOf(condition.tipo).page.replace('{}', () =>
    encodeURIComponent(condition.objeto),
  );
  return condition.restauranteId === null ? path : `/r/${condition.restauranteId}${path}`;
};

/** The words for a kind, of no condition in particular. */
export const nameOfKind = (tipo: TipoCondicion): { es: string; en: string } => {
  const { es, en } = kindOf(tipo);
  return { es: withoutName(es.title), en: withoutName(en.title) };
};

const PLACES = [': {}', ' «{}»', ' “{}”', ' {}'];

const withoutName = (title: string): string =>
  PLACES.reduce((text, place) => text.replace(place, ''), title);
