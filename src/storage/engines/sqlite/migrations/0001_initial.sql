-- Text compares by bytes (BINARY), so that id order is the same here and in JavaScript.
-- Tables of counters are WITHOUT ROWID: the key is nearly the whole row. So is pedidos, for the sake of
-- its lists: a page's orders lie side by side, where rows in order of arrival are spread over as many
-- pages of the file as there are orders (25 out of 40,000 orders of 50 restaurants: 47 µs against 65).
-- It takes pages of 16 KiB: of an order up to 4 KiB nothing overflows. The log of events only grows at
-- its end and keeps its rowid.

CREATE TABLE restaurantes (
  id            TEXT PRIMARY KEY,
  slug          TEXT NOT NULL,
  nombre        TEXT NOT NULL,
  zona_horaria  TEXT NOT NULL,
  activo        INTEGER NOT NULL,
  ingesta       INTEGER NOT NULL,
  perfil        BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The hot row of a restaurant, apart from its profile. `version` grows with every commit.
-- id_min to desorden_ms: how far id order strays from creation order (domain/log/id-skew.ts).
CREATE TABLE registros (
  restaurante_id TEXT PRIMARY KEY,
  log_tag        TEXT NOT NULL,
  secuencia      INTEGER NOT NULL DEFAULT 0,
  version        INTEGER NOT NULL DEFAULT 0,
  id_min         TEXT,
  id_max         TEXT,
  creado_min_ms  INTEGER,
  creado_max_ms  INTEGER,
  desorden_ms    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE documentos (
  restaurante_id TEXT NOT NULL,
  clase          TEXT NOT NULL,
  cuerpo         BLOB NOT NULL,
  PRIMARY KEY (restaurante_id, clase)
) STRICT;

CREATE TABLE pedidos (
  restaurante_id TEXT NOT NULL,
  id             TEXT NOT NULL,
  estado         TEXT NOT NULL,
  tipo           TEXT NOT NULL,
  creado_ms      INTEGER NOT NULL,
  entradas       INTEGER NOT NULL,
  huella         INTEGER NOT NULL,
  cuerpo         TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX pedidos_estado ON pedidos (restaurante_id, estado, tipo, id, creado_ms);
CREATE INDEX pedidos_creado ON pedidos (restaurante_id, creado_ms, id, estado, tipo);

CREATE TABLE historial (
  restaurante_id TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  n              INTEGER NOT NULL,
  cuerpo         BLOB NOT NULL,
  PRIMARY KEY (restaurante_id, pedido_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE eventos (
  restaurante_id TEXT NOT NULL,
  secuencia      INTEGER NOT NULL,
  id             TEXT NOT NULL,
  tipo           TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  creado_ms      INTEGER NOT NULL,
  cuerpo         BLOB NOT NULL,
  PRIMARY KEY (restaurante_id, secuencia)
) STRICT;

-- Idempotency keys of commands that were carried out, with the first answer.
CREATE TABLE claves (
  restaurante_id TEXT NOT NULL,
  clave          TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  evento_id      TEXT,
  creado_ms      INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, clave)
) STRICT, WITHOUT ROWID;

CREATE TABLE numeros (
  restaurante_id TEXT NOT NULL,
  dia            TEXT NOT NULL,
  ultimo         INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, dia)
) STRICT, WITHOUT ROWID;

-- Orders per UTC day (and block of days), state and type: totals of any filter without counting
-- orders (storage/pedidos/conteos.ts).
CREATE TABLE conteos (
  restaurante_id TEXT NOT NULL,
  dias           INTEGER NOT NULL,
  inicio         INTEGER NOT NULL,
  estado         TEXT NOT NULL,
  tipo           TEXT NOT NULL,
  pedidos        INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, dias, inicio, estado, tipo)
) STRICT, WITHOUT ROWID;

-- The summary, per local day (domain/resumen/).
CREATE TABLE resumen_dias (
  restaurante_id TEXT NOT NULL,
  dia            TEXT NOT NULL,
  pedidos        INTEGER NOT NULL DEFAULT 0,
  cancelados     INTEGER NOT NULL DEFAULT 0,
  ventas_cents   INTEGER NOT NULL DEFAULT 0,
  reparto        INTEGER NOT NULL DEFAULT 0,
  recogida       INTEGER NOT NULL DEFAULT 0,
  mesa           INTEGER NOT NULL DEFAULT 0,
  clientes       INTEGER NOT NULL DEFAULT 0,
  ultimos        INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, dia)
) STRICT, WITHOUT ROWID;

CREATE TABLE resumen_productos (
  restaurante_id TEXT NOT NULL,
  dia            TEXT NOT NULL,
  producto_id    TEXT NOT NULL,
  nombre         TEXT NOT NULL,
  unidades       INTEGER NOT NULL,
  ventas_cents   INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, dia, producto_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE resumen_clientes (
  restaurante_id TEXT NOT NULL,
  cliente        TEXT NOT NULL,
  dia            TEXT NOT NULL,
  pedidos        INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, cliente, dia)
) STRICT, WITHOUT ROWID;

CREATE TABLE llaves (
  id             TEXT PRIMARY KEY,
  restaurante_id TEXT NOT NULL REFERENCES restaurantes (id),
  hash           TEXT NOT NULL UNIQUE,
  nombre         TEXT NOT NULL,
  etiqueta       TEXT NOT NULL,
  alcances       TEXT NOT NULL,
  pista          TEXT NOT NULL,
  creador        TEXT NOT NULL,
  creada_ms      INTEGER NOT NULL,
  expira_ms      INTEGER,
  revocada_ms    INTEGER,
  ultimo_uso_ms  INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX llaves_restaurante ON llaves (restaurante_id);

CREATE TABLE usuarios (
  id              TEXT PRIMARY KEY,
  email           TEXT NOT NULL UNIQUE,
  restaurante_id  TEXT REFERENCES restaurantes (id),
  creado_ms       INTEGER NOT NULL,
  alta_hash       TEXT,
  alta_expira_ms  INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE auditoria (
  id             INTEGER PRIMARY KEY,
  momento_ms     INTEGER NOT NULL,
  actor          TEXT NOT NULL,
  accion         TEXT NOT NULL,
  objeto         TEXT NOT NULL,
  restaurante_id TEXT,
  detalle        TEXT NOT NULL
) STRICT;
CREATE INDEX auditoria_restaurante ON auditoria (restaurante_id, id);

-- Random bytes that outlive a process (storage/port/store.ts: SecretName).
CREATE TABLE secretos (
  nombre TEXT PRIMARY KEY,
  valor  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
