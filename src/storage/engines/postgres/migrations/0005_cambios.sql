-- Another number whenever a key, or whether its restaurant is active, may have changed: what was read of keys
-- may be believed for as long as it stays the same.
CREATE TABLE cambios (
  clase   text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL
);
INSERT INTO cambios (clase, version) VALUES ('llaves', 0);

-- It was written with every request. What no longer counts is found key by key.
DROP INDEX ventanas_hasta;
