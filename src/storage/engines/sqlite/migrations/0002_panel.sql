-- People: a password (argon2id in PHC form), whether they are shut out, and where they are signed in.
ALTER TABLE usuarios ADD COLUMN clave TEXT;
ALTER TABLE usuarios ADD COLUMN desactivado_ms INTEGER;
ALTER TABLE usuarios ADD COLUMN ultimo_acceso_ms INTEGER;
CREATE UNIQUE INDEX usuarios_alta ON usuarios (alta_hash) WHERE alta_hash IS NOT NULL;

CREATE TABLE sesiones (
  hash       TEXT PRIMARY KEY,
  usuario_id TEXT NOT NULL REFERENCES usuarios (id),
  creada_ms  INTEGER NOT NULL,
  vista_ms   INTEGER NOT NULL,
  agente     TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sesiones_usuario ON sesiones (usuario_id);

-- When each attempt to sign in came that still counts: a list of milliseconds, ascending.
CREATE TABLE intentos (
  clave    TEXT PRIMARY KEY,
  momentos TEXT NOT NULL,
  hasta_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX intentos_hasta ON intentos (hasta_ms);

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

-- The page of an order shows the events it emitted: each entry of its history names the one it was
-- announced with.
ALTER TABLE historial ADD COLUMN secuencia INTEGER;
