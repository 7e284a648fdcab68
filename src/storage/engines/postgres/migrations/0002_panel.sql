-- People: a password (argon2id in PHC form), whether they are shut out, and where they are signed in.
-- On Citus, sesiones and intentos are reference tables like usuarios; llaves_uso is distributed.
ALTER TABLE usuarios
  ADD COLUMN clave text,
  ADD COLUMN desactivado_ms bigint,
  ADD COLUMN ultimo_acceso_ms bigint;
CREATE UNIQUE INDEX usuarios_alta ON usuarios (alta_hash) WHERE alta_hash IS NOT NULL;

CREATE TABLE sesiones (
  hash       text COLLATE "C" PRIMARY KEY,
  usuario_id text COLLATE "C" NOT NULL REFERENCES usuarios (id),
  creada_ms  bigint NOT NULL,
  vista_ms   bigint NOT NULL,
  agente     text NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX sesiones_usuario ON sesiones (usuario_id);

-- When each attempt to sign in came that still counts: milliseconds, ascending.
CREATE TABLE intentos (
  clave    text COLLATE "C" PRIMARY KEY,
  momentos text NOT NULL,
  hasta_ms bigint NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX intentos_hasta ON intentos (hasta_ms);

-- Requests of each key per UTC day (days since the epoch).
CREATE TABLE llaves_uso (
  restaurante_id text COLLATE "C" NOT NULL,
  llave_id       text COLLATE "C" NOT NULL,
  dia            integer NOT NULL,
  peticiones     bigint NOT NULL,
  limitadas      bigint NOT NULL,
  errores        bigint NOT NULL,
  PRIMARY KEY (restaurante_id, llave_id, dia)
) WITH (fillfactor = 70);

-- The page of an order shows the events it emitted: each entry of its history names the one it was
-- announced with.
ALTER TABLE historial ADD COLUMN secuencia bigint;
