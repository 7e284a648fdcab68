-- How many streams each process has open for a key: {"proceso": [streams, lease in ms]}. Not logged: a
-- crash of the server ends nobody's stream, and processes say it again within a lease.
CREATE UNLOGGED TABLE flujos (
  llave_id text COLLATE "C" PRIMARY KEY,
  procesos jsonb NOT NULL,
  hasta_ms bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX flujos_hasta ON flujos (hasta_ms);

-- Old events are deleted from the front all the time: their places are used again sooner than after a
-- fifth of the table.
ALTER TABLE eventos SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000);
