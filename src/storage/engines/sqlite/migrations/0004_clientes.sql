-- Customers are told apart by an HMAC with a secret of this database (domain/cliente/client-keys.ts): a plain hash of a
-- phone number is found by trying them all. client_key() is a function of the program (driver/migrate.ts). A new table
-- is filled in its order, where an UPDATE would write all over the old one.
INSERT INTO secretos (nombre, valor) VALUES ('clientes', randomblob(32));
ALTER TABLE resumen_clientes RENAME TO resumen_clientes_antes;
CREATE TABLE resumen_clientes (
  restaurante_id TEXT NOT NULL,
  cliente        TEXT NOT NULL,
  dia            TEXT NOT NULL,
  pedidos        INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, cliente, dia)
) STRICT, WITHOUT ROWID;
INSERT INTO resumen_clientes
SELECT restaurante_id, client_key((SELECT valor FROM secretos WHERE nombre = 'clientes'), cliente) AS cliente, dia, pedidos
FROM resumen_clientes_antes ORDER BY restaurante_id, cliente, dia;
DROP TABLE resumen_clientes_antes;

-- Leads from a customer's phone and e-mail to the orders. A row goes when its customer is forgotten.
CREATE TABLE pedidos_clientes (
  restaurante_id TEXT NOT NULL,
  cliente        TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, cliente, pedido_id)
) STRICT, WITHOUT ROWID;

-- The client of summaries of an order whose customer was forgotten; empty if it never had one.
ALTER TABLE pedidos ADD COLUMN olvidado TEXT;

-- Up to which id the orders from before pedidos_clientes are in it; null: all of them. And up to which creado_ms
-- customers were forgotten for their age.
ALTER TABLE registros ADD COLUMN indizado_hasta TEXT;
ALTER TABLE registros ADD COLUMN olvidado_hasta_ms INTEGER NOT NULL DEFAULT -9007199254740991;
UPDATE registros SET indizado_hasta = '' WHERE id_min IS NOT NULL;

-- An order's events are found through its history. Entries of the first schema do not name theirs: the last of an
-- order's entries belongs to the last of its events, and so on backwards.
UPDATE historial SET secuencia = v.secuencia
FROM (
  SELECT restaurante_id, pedido_id, n,
         row_number() OVER (PARTITION BY restaurante_id, pedido_id ORDER BY n DESC) AS k
  FROM historial WHERE secuencia IS NULL
) AS h JOIN (
  SELECT restaurante_id, pedido_id, secuencia,
         row_number() OVER (PARTITION BY restaurante_id, pedido_id ORDER BY secuencia DESC) AS k
  FROM eventos e WHERE NOT EXISTS (
    SELECT 1 FROM historial l WHERE l.restaurante_id = e.restaurante_id AND l.pedido_id = e.pedido_id
      AND l.secuencia = e.secuencia)
) AS v ON v.restaurante_id = h.restaurante_id AND v.pedido_id = h.pedido_id AND v.k = h.k
WHERE historial.restaurante_id = h.restaurante_id AND historial.pedido_id = h.pedido_id AND historial.n = h.n;

-- The event of an import may have no entry that names it.
CREATE INDEX eventos_importados_pedido ON eventos (restaurante_id, pedido_id) WHERE tipo = 'pedido.importado';

CREATE INDEX auditoria_momento ON auditoria (momento_ms);
