-- A webhook and its lane (storage/port/webhooks.ts). Up to `cursor` the rows of entregas tell what
-- became of each event, from there to `hasta` the memory of the sender that holds the lane, and beyond
-- it nothing was begun. Updated at every step of its sender: no index changes with it, and room on each
-- page keeps the new versions there (HOT).
CREATE TABLE webhooks (
  restaurante_id     text COLLATE "C" NOT NULL,
  id                 text COLLATE "C" NOT NULL,
  url                text NOT NULL,
  nombre             text,
  eventos            text NOT NULL,
  secreto            bytea NOT NULL,
  activo             boolean NOT NULL,
  motivo             text,
  creado_ms          bigint NOT NULL,
  eliminado_ms       bigint,
  ultima_entrega_ms  bigint,
  cursor             bigint NOT NULL,
  hasta              bigint NOT NULL,
  recupera_hasta     bigint NOT NULL DEFAULT 0,
  fallos_seguidos    integer NOT NULL DEFAULT 0,
  sin_exito_desde_ms bigint,
  pausa_hasta_ms     bigint NOT NULL DEFAULT 0,
  sonda_ms           bigint NOT NULL DEFAULT 0,
  arrendatario       text,
  arriendo_hasta_ms  bigint NOT NULL DEFAULT 0,
  turno              bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, id)
) WITH (fillfactor = 40);

-- One row for each event that an attempt was begun for. A first attempt that succeeds, nearly all of
-- them, is one insert into the end of one index: the others hold only what is still owed or was given up.
-- `viva` is 0 for what is sent again on request; `turno` names the claim in whose memory the row is.
CREATE TABLE entregas (
  restaurante_id text COLLATE "C" NOT NULL,
  webhook_id     text COLLATE "C" NOT NULL,
  secuencia      bigint NOT NULL,
  evento_id      text COLLATE "C" NOT NULL,
  tipo           text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  estado         text COLLATE "C" NOT NULL,
  viva           integer NOT NULL,
  reenvio_id     text COLLATE "C",
  turno          bigint NOT NULL,
  intentos       integer NOT NULL,
  fallos         integer NOT NULL,
  creado_ms      bigint NOT NULL,
  ultimo_ms      bigint,
  proximo_ms     bigint,
  status         integer,
  fallo          text,
  duracion_ms    integer,
  extracto       text,
  PRIMARY KEY (restaurante_id, webhook_id, secuencia)
) WITH (fillfactor = 90);
CREATE INDEX entregas_debidas ON entregas (restaurante_id, webhook_id, viva, proximo_ms, secuencia)
  WHERE estado = 'pendiente' AND proximo_ms IS NOT NULL;
CREATE INDEX entregas_pedido ON entregas (restaurante_id, webhook_id, viva, pedido_id, secuencia)
  WHERE estado = 'pendiente';
CREATE INDEX entregas_estado ON entregas (restaurante_id, webhook_id, estado, secuencia)
  WHERE estado <> 'entregada';

-- What is sent again on request: events after `desde` up to `hasta`.
CREATE TABLE reenvios (
  restaurante_id text COLLATE "C" NOT NULL,
  webhook_id     text COLLATE "C" NOT NULL,
  id             text COLLATE "C" NOT NULL,
  creado_ms      bigint NOT NULL,
  desde          bigint NOT NULL,
  hasta          bigint NOT NULL,
  posicion       bigint NOT NULL,
  encoladas      bigint NOT NULL DEFAULT 0,
  entregadas     bigint NOT NULL DEFAULT 0,
  fallidas       bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, webhook_id, id)
);
