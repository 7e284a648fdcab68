-- Customers are told apart by an HMAC with a secret of this database (domain/cliente/client-keys.ts): a plain hash of a
-- phone number is found by trying them all. Written out, because pgcrypto is not everywhere, and with values in the
-- statement, so that Citus can send it to the shards. Nobody writes meanwhile.
INSERT INTO secretos (nombre, valor)
VALUES ('clientes', sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

LOCK TABLE resumen_clientes IN EXCLUSIVE MODE;
DO $$
DECLARE
  -- The secret is 32 bytes; HMAC fills it up to a block of 64.
  padded bytea := (SELECT valor FROM secretos WHERE nombre = 'clientes') || decode(repeat('00', 32), 'hex');
  inner_key bytea := padded;
  outer_key bytea := padded;
BEGIN
  FOR i IN 0..63 LOOP
    inner_key := set_byte(inner_key, i, get_byte(padded, i) # 54);
    outer_key := set_byte(outer_key, i, get_byte(padded, i) # 92);
  END LOOP;
  EXECUTE format(
    'UPDATE resumen_clientes SET cliente = left(translate(encode(sha256(%L::bytea || sha256(%L::bytea ||'
      ' convert_to(cliente, ''UTF8''))), ''base64''), ''+/'', ''-_''), 22)',
    outer_key, inner_key);
END $$;

-- Leads from a customer's phone and e-mail to the orders. A row goes when its customer is forgotten.
CREATE TABLE pedidos_clientes (
  restaurante_id text COLLATE "C" NOT NULL,
  cliente        text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (restaurante_id, cliente, pedido_id)
);

-- The client of summaries of an order whose customer was forgotten; empty if it never had one.
ALTER TABLE pedidos ADD COLUMN olvidado text;

-- Up to which id the orders from before pedidos_clientes are in it; null: all of them. And up to which creado_ms
-- customers were forgotten for their age.
ALTER TABLE registros ADD COLUMN indizado_hasta text COLLATE "C";
ALTER TABLE registros ADD COLUMN olvidado_hasta_ms bigint NOT NULL DEFAULT -9007199254740991;
UPDATE registros SET indizado_hasta = '' WHERE id_min IS NOT NULL;

-- An order's events are found through its history. Entries of the first schema do not name theirs: the last of an
-- order's entries belongs to the last of its events, and so on backwards. This joins whole tables.
SET LOCAL enable_hashjoin = on;
SET LOCAL enable_seqscan = on;
SET LOCAL enable_sort = on;
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
