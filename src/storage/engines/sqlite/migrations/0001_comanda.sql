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
  -- The hour at which the day of the panel begins, as each restaurant chooses it.
  corte         INTEGER NOT NULL DEFAULT 5,
  -- JSON: when an order of the kitchen is late; null for the defaults.
  plazos        TEXT,
  perfil        BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The hot row of a restaurant, apart from its profile. `version` grows with every commit.
-- id_min to id_skew_ms: how far id order strays from creation order (domain/log/id-skew.ts).
-- forgotten_until_ms: up to which creado_ms customers were forgotten for their age.
-- activo: that of restaurantes, for lanes. zona_horaria: that of the stored sums.
-- cerrado_hasta_ms: where the last closed month ends.
CREATE TABLE log_heads (
  restaurante_id     TEXT PRIMARY KEY,
  log_tag            TEXT NOT NULL,
  secuencia          INTEGER NOT NULL DEFAULT 0,
  version            INTEGER NOT NULL DEFAULT 0,
  id_min             TEXT,
  id_max             TEXT,
  creado_min_ms      INTEGER,
  creado_max_ms      INTEGER,
  id_skew_ms         INTEGER NOT NULL DEFAULT 0,
  forgotten_until_ms INTEGER NOT NULL DEFAULT -9007199254740991,
  activo             INTEGER NOT NULL DEFAULT 1,
  zona_horaria       TEXT,
  cerrado_hasta_ms   INTEGER NOT NULL DEFAULT -9007199254740991
) STRICT, WITHOUT ROWID;

CREATE TABLE documentos (
  restaurante_id TEXT NOT NULL,
  clase          TEXT NOT NULL,
  cuerpo         BLOB NOT NULL,
  PRIMARY KEY (restaurante_id, clase)
) STRICT;

-- `olvidado`: the client of summaries of an order whose customer was forgotten; empty if it never had one.
-- `secuencia`, `cambiado_ms`: its last event. The dates after them: domain/pedido/fechas.ts.
CREATE TABLE pedidos (
  restaurante_id TEXT NOT NULL,
  id             TEXT NOT NULL,
  estado         TEXT NOT NULL,
  tipo           TEXT NOT NULL,
  metodo         TEXT NOT NULL,
  creado_ms      INTEGER NOT NULL,
  entradas       INTEGER NOT NULL,
  fingerprint    INTEGER NOT NULL,
  cuerpo         TEXT NOT NULL,
  olvidado       TEXT,
  secuencia      INTEGER NOT NULL DEFAULT 0,
  cambiado_ms    INTEGER NOT NULL DEFAULT 0,
  factura_ms     INTEGER,
  pago_ms        INTEGER,
  cobro_desde_ms INTEGER,
  cobro_hasta_ms INTEGER,
  PRIMARY KEY (restaurante_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX pedidos_estado ON pedidos (restaurante_id, estado, tipo, id, creado_ms);
CREATE INDEX pedidos_metodo ON pedidos (restaurante_id, metodo, estado, tipo, id, creado_ms);
CREATE INDEX pedidos_creado ON pedidos (restaurante_id, creado_ms, id, estado, tipo, metodo);
-- Exports by another date or by the last change walk this index in id order.
CREATE INDEX pedidos_fechas ON pedidos (restaurante_id, id, creado_ms, secuencia, cambiado_ms,
  factura_ms, pago_ms, cobro_desde_ms, cobro_hasta_ms);

-- Leads from a customer's phone and e-mail to the orders. A row goes when its customer is forgotten.
CREATE TABLE pedidos_clientes (
  restaurante_id TEXT NOT NULL,
  cliente        TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, cliente, pedido_id)
) STRICT, WITHOUT ROWID;

-- Leads from an order's number, invoice and payments to the order (domain/pedido/referencias.ts).
CREATE TABLE pedidos_referencias (
  restaurante_id TEXT NOT NULL,
  referencia     TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, referencia, pedido_id)
) STRICT, WITHOUT ROWID;

-- `secuencia`: the event that an entry was announced with.
CREATE TABLE historial (
  restaurante_id TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  n              INTEGER NOT NULL,
  cuerpo         BLOB NOT NULL,
  secuencia      INTEGER,
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
-- Imports are in the log for those who copy the orders, and for nobody else. Each event is in one of these
-- indexes: webhooks and readers that do not name imports skip them without a look at each.
CREATE INDEX eventos_announced ON eventos (restaurante_id, secuencia) WHERE tipo <> 'pedido.importado';
CREATE INDEX eventos_imported ON eventos (restaurante_id, secuencia) WHERE tipo = 'pedido.importado';
-- The event of an import may have no entry of the history that names it.
CREATE INDEX eventos_imported_pedido ON eventos (restaurante_id, pedido_id) WHERE tipo = 'pedido.importado';

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

-- Orders per UTC day (and block of days), state and type, of each method of payment and (empty) of all: totals of any
-- filter without counting orders (storage/pedidos/conteos.ts).
CREATE TABLE conteos (
  restaurante_id TEXT NOT NULL,
  metodo         TEXT NOT NULL,
  dias           INTEGER NOT NULL,
  inicio         INTEGER NOT NULL,
  estado         TEXT NOT NULL,
  tipo           TEXT NOT NULL,
  pedidos        INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, metodo, dias, inicio, estado, tipo)
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

-- The summary per quarter of an hour since the epoch: the panel's days, hours and weekdays, in any zone.
CREATE TABLE resumen_cuartos (
  restaurante_id TEXT NOT NULL,
  inicio         INTEGER NOT NULL,
  pedidos        INTEGER NOT NULL DEFAULT 0,
  cancelados     INTEGER NOT NULL DEFAULT 0,
  ventas_cents   INTEGER NOT NULL DEFAULT 0,
  reparto        INTEGER NOT NULL DEFAULT 0,
  recogida       INTEGER NOT NULL DEFAULT 0,
  mesa           INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, inicio)
) STRICT, WITHOUT ROWID;

-- Sums of money, as domain/money/sums.ts writes them: by the date of orders (`creacion`, `factura`, `pago`) and of payments (`cobro`).
CREATE TABLE caja_cuartos (
  restaurante_id TEXT NOT NULL,
  fecha          TEXT NOT NULL,
  inicio         INTEGER NOT NULL,
  sumas          TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, fecha, inicio)
) STRICT, WITHOUT ROWID;

CREATE TABLE caja_dias (
  restaurante_id TEXT NOT NULL,
  fecha          TEXT NOT NULL,
  dia            TEXT NOT NULL,
  sumas          TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, fecha, dia)
) STRICT, WITHOUT ROWID;

-- A month as it was closed (domain/money/closing): its head, its sealed rows, and the orders that count something else by now.
-- `cuenta`: what counts of an order, null if nothing does; `linea`: what its export says of it.
CREATE TABLE cierres (
  restaurante_id TEXT NOT NULL,
  id             TEXT NOT NULL,
  n              INTEGER NOT NULL,
  mes            TEXT NOT NULL,
  desde_ms       INTEGER NOT NULL,
  hasta_ms       INTEGER NOT NULL,
  fecha          TEXT NOT NULL,
  zona           TEXT NOT NULL,
  nombre         TEXT NOT NULL,
  moneda         TEXT NOT NULL,
  creado_ms      INTEGER NOT NULL,
  creado_por     TEXT NOT NULL,
  sustituye      TEXT,
  sustituido_por TEXT,
  filas          INTEGER NOT NULL,
  sumas          TEXT NOT NULL,
  anterior       TEXT,
  sello          TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE cierres_pedidos (
  restaurante_id TEXT NOT NULL,
  cierre_id      TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  cuenta         TEXT,
  linea          TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, cierre_id, pedido_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE cierres_cambios (
  restaurante_id TEXT NOT NULL,
  cierre_id      TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  numero         TEXT NOT NULL,
  momento        TEXT NOT NULL,
  origen         TEXT NOT NULL,
  usuario        TEXT,
  antes          TEXT,
  despues        TEXT,
  PRIMARY KEY (restaurante_id, cierre_id, pedido_id)
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

-- A webhook and its lane (storage/port/webhooks.ts). Up to `cursor` the rows of entregas tell what
-- became of each event, from there to `window_end` the memory of the process that holds the lane, and beyond
-- it nothing was begun.
-- secretos_anteriores: signing secrets that were replaced and are still good, JSON, each sealed and with its end.
CREATE TABLE webhooks (
  restaurante_id      TEXT NOT NULL,
  id                  TEXT NOT NULL,
  url                 TEXT NOT NULL,
  nombre              TEXT,
  eventos             TEXT NOT NULL,
  secreto             BLOB NOT NULL,
  secretos_anteriores TEXT,
  activo              INTEGER NOT NULL,
  motivo              TEXT,
  creado_ms           INTEGER NOT NULL,
  eliminado_ms        INTEGER,
  ultima_entrega_ms   INTEGER,
  cursor              INTEGER NOT NULL,
  window_end          INTEGER NOT NULL,
  recovery_end        INTEGER NOT NULL DEFAULT 0,
  fallos_seguidos     INTEGER NOT NULL DEFAULT 0,
  failing_since_ms    INTEGER,
  paused_until_ms     INTEGER NOT NULL DEFAULT 0,
  probe_ms            INTEGER NOT NULL DEFAULT 0,
  lease_holder        TEXT,
  lease_until_ms      INTEGER NOT NULL DEFAULT 0,
  fence               INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, id)
) STRICT, WITHOUT ROWID;

-- One row for each event that an attempt was begun for. A first attempt that succeeds, nearly all of
-- them, is one insert into the end of one tree: the indexes hold only what is still owed or was given up.
-- `live` is 0 for what is sent again on request; `fence` names the claim in whose memory the row is;
-- `anteriores` are attempts that later ones have replaced: JSON, oldest first.
CREATE TABLE entregas (
  restaurante_id TEXT NOT NULL,
  webhook_id     TEXT NOT NULL,
  secuencia      INTEGER NOT NULL,
  evento_id      TEXT NOT NULL,
  tipo           TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  estado         TEXT NOT NULL,
  live           INTEGER NOT NULL,
  reenvio_id     TEXT,
  fence          INTEGER NOT NULL,
  intentos       INTEGER NOT NULL,
  fallos         INTEGER NOT NULL,
  creado_ms      INTEGER NOT NULL,
  ultimo_ms      INTEGER,
  proximo_ms     INTEGER,
  status         INTEGER,
  fallo          TEXT,
  duracion_ms    INTEGER,
  extracto       TEXT,
  anteriores     TEXT,
  PRIMARY KEY (restaurante_id, webhook_id, secuencia)
) STRICT, WITHOUT ROWID;
CREATE INDEX entregas_due ON entregas (restaurante_id, webhook_id, live, proximo_ms, secuencia)
  WHERE estado = 'pendiente' AND proximo_ms IS NOT NULL;
CREATE INDEX entregas_pedido ON entregas (restaurante_id, webhook_id, live, pedido_id, secuencia)
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

-- Attempts of each webhook by the hour.
CREATE TABLE webhooks_horas (
  restaurante_id  TEXT NOT NULL,
  webhook_id      TEXT NOT NULL,
  hora            INTEGER NOT NULL,
  exitos          INTEGER NOT NULL,
  fallos          INTEGER NOT NULL,
  duracion_ms     INTEGER NOT NULL,
  duracion_max_ms INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, webhook_id, hora)
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

-- Requests of each key per UTC day (days since the epoch).
CREATE TABLE llaves_uso (
  restaurante_id TEXT NOT NULL,
  llave_id       TEXT NOT NULL,
  dia            INTEGER NOT NULL,
  peticiones     INTEGER NOT NULL,
  limitadas      INTEGER NOT NULL,
  errores        INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, llave_id, dia)
) STRICT, WITHOUT ROWID;

-- Where the requests of a key came from (`red`, `agente`) and what they asked for (`operacion`: day, operation, status).
CREATE TABLE llaves_rastro (
  restaurante_id TEXT NOT NULL,
  llave_id       TEXT NOT NULL,
  clase          TEXT NOT NULL,
  valor          TEXT NOT NULL,
  primera_ms     INTEGER NOT NULL,
  ultima_ms      INTEGER NOT NULL,
  peticiones     INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, llave_id, clase, valor)
) STRICT, WITHOUT ROWID;

-- People: a password (`clave`, argon2id in PHC form), the token with which they set it (`alta_hash`), and whether they are
-- shut out.
CREATE TABLE usuarios (
  id               TEXT PRIMARY KEY,
  email            TEXT NOT NULL UNIQUE,
  operador         INTEGER NOT NULL,
  creado_ms        INTEGER NOT NULL,
  clave            TEXT,
  alta_hash        TEXT,
  alta_expira_ms   INTEGER,
  desactivado_ms   INTEGER,
  ultimo_acceso_ms INTEGER,
  totp             BLOB,
  totp_paso        INTEGER NOT NULL DEFAULT 0,
  exige_factor     INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX usuarios_alta ON usuarios (alta_hash) WHERE alta_hash IS NOT NULL;

-- The people of each restaurant, and what they are in it.
CREATE TABLE miembros (
  usuario_id     TEXT NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  restaurante_id TEXT NOT NULL REFERENCES restaurantes (id),
  rol            TEXT NOT NULL,
  desde_ms       INTEGER NOT NULL,
  suspendido_ms  INTEGER,
  PRIMARY KEY (usuario_id, restaurante_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX miembros_restaurante ON miembros (restaurante_id);

-- Offers to become one: whoever has the token may take it, once.
CREATE TABLE invitaciones (
  id             TEXT PRIMARY KEY,
  restaurante_id TEXT NOT NULL REFERENCES restaurantes (id),
  email          TEXT NOT NULL,
  rol            TEXT NOT NULL,
  hash           TEXT NOT NULL UNIQUE,
  usuario_id     TEXT NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  creada_ms      INTEGER NOT NULL,
  expira_ms      INTEGER NOT NULL,
  UNIQUE (restaurante_id, email)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitaciones_usuario ON invitaciones (usuario_id);

-- Second factors: passkeys, the codes of an app (`usuarios.totp`, sealed, and the last time step used), and what recovers them.
CREATE TABLE passkeys (
  id            TEXT PRIMARY KEY,
  usuario_id    TEXT NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  dominio       TEXT NOT NULL,
  clave_publica BLOB NOT NULL,
  contador      INTEGER NOT NULL,
  transportes   TEXT NOT NULL,
  nombre        TEXT NOT NULL,
  creada_ms     INTEGER NOT NULL,
  usada_ms      INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_usuario ON passkeys (usuario_id);

CREATE TABLE codigos_recuperacion (
  usuario_id TEXT NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  hash       TEXT NOT NULL,
  PRIMARY KEY (usuario_id, hash)
) STRICT, WITHOUT ROWID;

-- Questions that a browser has to answer within minutes, to sign in or to add a factor.
CREATE TABLE retos (
  hash       TEXT PRIMARY KEY,
  usuario_id TEXT NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  clase      TEXT NOT NULL,
  datos      TEXT NOT NULL,
  expira_ms  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX retos_usuario ON retos (usuario_id);

CREATE TABLE sesiones (
  hash       TEXT PRIMARY KEY,
  usuario_id TEXT NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  creada_ms  INTEGER NOT NULL,
  vista_ms   INTEGER NOT NULL,
  agente     TEXT NOT NULL,
  red        TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sesiones_usuario ON sesiones (usuario_id);

-- Screens on a wall: whoever has the token sees the open orders of one restaurant, without a session. A revoked one is deleted.
CREATE TABLE pantallas (
  id             TEXT PRIMARY KEY,
  restaurante_id TEXT NOT NULL REFERENCES restaurantes (id),
  usuario_id     TEXT NOT NULL REFERENCES usuarios (id),
  hash           TEXT NOT NULL,
  nombre         TEXT NOT NULL,
  clase          TEXT NOT NULL,
  creada_ms      INTEGER NOT NULL,
  vista_ms       INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX pantallas_restaurante ON pantallas (restaurante_id);
CREATE INDEX pantallas_usuario ON pantallas (usuario_id);

-- Read links: whoever has the token gets one table over a range that rolls on, without customers. A revoked one stays, to be
-- answered as gone. No reference to its maker, who may be deleted.
CREATE TABLE enlaces (
  id             TEXT PRIMARY KEY,
  restaurante_id TEXT NOT NULL REFERENCES restaurantes (id),
  usuario_id     TEXT NOT NULL,
  hash           TEXT NOT NULL UNIQUE,
  nombre         TEXT NOT NULL,
  tabla          TEXT NOT NULL,
  rango          TEXT NOT NULL,
  fecha          TEXT NOT NULL,
  estilo         TEXT NOT NULL,
  archivo        TEXT,
  pista          TEXT NOT NULL,
  creado_ms      INTEGER NOT NULL,
  expira_ms      INTEGER,
  revocado_ms    INTEGER,
  ultimo_uso_ms  INTEGER,
  usos           INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX enlaces_restaurante ON enlaces (restaurante_id);
CREATE INDEX enlaces_usuario ON enlaces (usuario_id);

-- Files that are sent by themselves: what, when and where to as JSON, the secret of the destination sealed. `siguiente` is the
-- first day of the next period. No reference to the person who answers for it, who may be deleted.
CREATE TABLE envios (
  id             TEXT PRIMARY KEY,
  restaurante_id TEXT NOT NULL REFERENCES restaurantes (id),
  usuario_id     TEXT NOT NULL,
  nombre         TEXT NOT NULL,
  que            TEXT NOT NULL,
  cuando         TEXT NOT NULL,
  destino        TEXT NOT NULL,
  secreto        BLOB,
  activo         INTEGER NOT NULL,
  creado_ms      INTEGER NOT NULL,
  siguiente      TEXT NOT NULL,
  proximo_ms     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX envios_restaurante ON envios (restaurante_id);
CREATE INDEX envios_usuario ON envios (usuario_id);
CREATE INDEX envios_proximo ON envios (proximo_ms);

-- Their runs. `poseedor` is the process that works on one; `dudas` counts mails that were begun and whose end nobody knows.
CREATE TABLE ejecuciones (
  id             TEXT PRIMARY KEY,
  envio_id       TEXT NOT NULL,
  restaurante_id TEXT NOT NULL,
  motivo         TEXT NOT NULL,
  periodo        TEXT NOT NULL,
  inicio         TEXT NOT NULL,
  fin            TEXT NOT NULL,
  estado         TEXT NOT NULL,
  creada_ms      INTEGER NOT NULL,
  proximo_ms     INTEGER NOT NULL,
  intentos       INTEGER NOT NULL,
  dudas          INTEGER NOT NULL,
  poseedor       TEXT,
  terminada_ms   INTEGER,
  archivo        TEXT,
  bytes          INTEGER,
  sha256         TEXT,
  fallo          TEXT,
  detalle        TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ejecuciones_una ON ejecuciones (envio_id, periodo) WHERE motivo = 'programada';
CREATE INDEX ejecuciones_envio ON ejecuciones (envio_id, creada_ms);
CREATE INDEX ejecuciones_debidas ON ejecuciones (proximo_ms) WHERE estado = 'pendiente';
CREATE INDEX ejecuciones_restaurante ON ejecuciones (restaurante_id);

CREATE TABLE auditoria (
  id             INTEGER PRIMARY KEY,
  momento_ms     INTEGER NOT NULL,
  actor          TEXT NOT NULL,
  accion         TEXT NOT NULL,
  objeto         TEXT NOT NULL,
  restaurante_id TEXT,
  detalle        TEXT NOT NULL,
  repetida       TEXT UNIQUE,
  veces          INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX auditoria_restaurante ON auditoria (restaurante_id, id);
CREATE INDEX auditoria_momento ON auditoria (momento_ms, id);
CREATE INDEX auditoria_copias ON auditoria (momento_ms) WHERE accion IN ('copia.hecha', 'copia.fallida');

-- Random bytes that outlive a process (storage/port/store.ts: SecretName).
CREATE TABLE secrets (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO secrets (name, value) VALUES ('clientes', randomblob(32));

-- What is wrong with a restaurant, or (without one) with the service, from its begin to its end; `vista_*`: who said that they know.
CREATE TABLE condiciones (
  id             TEXT PRIMARY KEY,
  restaurante_id TEXT,
  tipo           TEXT NOT NULL,
  objeto         TEXT NOT NULL,
  nombre         TEXT NOT NULL,
  detalle        TEXT NOT NULL,
  etapa          INTEGER NOT NULL,
  desde_ms       INTEGER NOT NULL,
  hasta_ms       INTEGER,
  recordatorios  INTEGER NOT NULL,
  vista_ms       INTEGER,
  vista_por      TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX condiciones_abiertas ON condiciones (tipo, objeto, coalesce(restaurante_id, '')) WHERE hasta_ms IS NULL;
CREATE INDEX condiciones_historia ON condiciones (coalesce(restaurante_id, ''), desde_ms);
CREATE INDEX condiciones_hasta ON condiciones (hasta_ms);

-- What people have not been told yet, and calls that the operator's webhook is owed.
CREATE TABLE condition_notices (
  usuario_id   TEXT NOT NULL,
  condicion_id TEXT NOT NULL,
  que          TEXT NOT NULL,
  creado_ms    INTEGER NOT NULL,
  PRIMARY KEY (usuario_id, condicion_id, que)
) STRICT, WITHOUT ROWID;
CREATE INDEX condition_notices_creado ON condition_notices (creado_ms);
CREATE TABLE condition_calls (
  condicion_id TEXT NOT NULL,
  que          TEXT NOT NULL,
  intentos     INTEGER NOT NULL,
  proximo_ms   INTEGER NOT NULL,
  PRIMARY KEY (condicion_id, que)
) STRICT, WITHOUT ROWID;

-- Which mail a person wants of conditions. Without a row: all, in Spanish.
CREATE TABLE notice_preferences (
  usuario_id  TEXT PRIMARY KEY,
  correo      INTEGER NOT NULL,
  silenciadas TEXT NOT NULL,
  idioma      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Periodic work that one process at a time does, and the processes themselves, each by its name.
CREATE TABLE leases (
  name     TEXT PRIMARY KEY,
  owner    TEXT NOT NULL,
  since_ms INTEGER NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Mail that waits to be sent: sealed, whole messages. A claim by a process moves `due_ms`, so that another takes it if that dies.
CREATE TABLE mails (
  id         TEXT PRIMARY KEY,
  recipient  TEXT NOT NULL,
  sealed     BLOB NOT NULL,
  created_ms INTEGER NOT NULL,
  due_ms     INTEGER NOT NULL,
  attempts   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mails_due ON mails (due_ms);

-- When each attempt to sign in came that still counts: milliseconds, ascending.
CREATE TABLE sign_in_windows (
  bucket   TEXT PRIMARY KEY,
  moments  TEXT NOT NULL,
  until_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_windows_until ON sign_in_windows (until_ms);
