-- A webhook and its lane (storage/port/webhooks.ts). Up to `cursor` the rows of entregas tell what
-- became of each event, from there to `hasta` the memory of the sender that holds the lane, and beyond
-- it nothing was begun.
CREATE TABLE webhooks (
  restaurante_id     TEXT NOT NULL,
  id                 TEXT NOT NULL,
  url                TEXT NOT NULL,
  nombre             TEXT,
  eventos            TEXT NOT NULL,
  secreto            BLOB NOT NULL,
  activo             INTEGER NOT NULL,
  motivo             TEXT,
  creado_ms          INTEGER NOT NULL,
  eliminado_ms       INTEGER,
  ultima_entrega_ms  INTEGER,
  cursor             INTEGER NOT NULL,
  hasta              INTEGER NOT NULL,
  recupera_hasta     INTEGER NOT NULL DEFAULT 0,
  fallos_seguidos    INTEGER NOT NULL DEFAULT 0,
  sin_exito_desde_ms INTEGER,
  pausa_hasta_ms     INTEGER NOT NULL DEFAULT 0,
  sonda_ms           INTEGER NOT NULL DEFAULT 0,
  arrendatario       TEXT,
  arriendo_hasta_ms  INTEGER NOT NULL DEFAULT 0,
  turno              INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, id)
) STRICT, WITHOUT ROWID;

-- One row for each event that an attempt was begun for. A first attempt that succeeds, nearly all of
-- them, is one insert into the end of one tree: the indexes hold only what is still owed or was given up.
-- `viva` is 0 for what is sent again on request; `turno` names the claim in whose memory the row is.
CREATE TABLE entregas (
  restaurante_id TEXT NOT NULL,
  webhook_id     TEXT NOT NULL,
  secuencia      INTEGER NOT NULL,
  evento_id      TEXT NOT NULL,
  tipo           TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  estado         TEXT NOT NULL,
  viva           INTEGER NOT NULL,
  reenvio_id     TEXT,
  turno          INTEGER NOT NULL,
  intentos       INTEGER NOT NULL,
  fallos         INTEGER NOT NULL,
  creado_ms      INTEGER NOT NULL,
  ultimo_ms      INTEGER,
  proximo_ms     INTEGER,
  status         INTEGER,
  fallo          TEXT,
  duracion_ms    INTEGER,
  extracto       TEXT,
  PRIMARY KEY (restaurante_id, webhook_id, secuencia)
) STRICT, WITHOUT ROWID;
CREATE INDEX entregas_debidas ON entregas (restaurante_id, webhook_id, viva, proximo_ms, secuencia)
  WHERE estado = 'pendiente' AND proximo_ms IS NOT NULL;
CREATE INDEX entregas_pedido ON entregas (restaurante_id, webhook_id, viva, pedido_id, secuencia)
  WHERE estado = 'pendiente';
CREATE INDEX entregas_estado ON entregas (restaurante_id, webhook_id, estado, secuencia)
  WHERE estado <> 'entregada';

-- What is sent again on request: events after `desde` up to `hasta`.
CREATE TABLE reenvios (
  restaurante_id TEXT NOT NULL,
  webhook_id     TEXT NOT NULL,
  id             TEXT NOT NULL,
  creado_ms      INTEGER NOT NULL,
  desde          INTEGER NOT NULL,
  hasta          INTEGER NOT NULL,
  posicion       INTEGER NOT NULL,
  encoladas      INTEGER NOT NULL DEFAULT 0,
  entregadas     INTEGER NOT NULL DEFAULT 0,
  fallidas       INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, webhook_id, id)
) STRICT, WITHOUT ROWID;
