-- Spreads the schema over a Citus cluster, by restaurant. docs/guides/citus.md says what that gives and what else
-- to set. The tests check the layout, without a cluster.
--
-- Run it on the coordinator, after `comanda migrate` and again after an upgrade that brought new tables
-- (it leaves alone the tables that have their place already, and moves the others), as the owner of the tables:
--
--   CREATE EXTENSION IF NOT EXISTS citus;                              -- once, as a superuser
--   SELECT citus_set_coordinator_host('coordinator.example', 5432);    -- once
--   SELECT citus_add_node('worker-1.example', 5432);                   -- for each worker
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 --single-transaction -f ops/citus.sql

-- A table that is in pg_dist_partition may still lie on the coordinator alone ('n', 's'): the first reference table
-- pulls in those that are tied to it by foreign keys.
CREATE FUNCTION pg_temp.is_reference(name text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass AND partmethod = 'n' AND repmodel = 't') $$;
CREATE FUNCTION pg_temp.is_distributed(name text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = name::regclass AND partmethod = 'h') $$;

-- Reference tables, copied to every node: small, seldom written, found by their own keys before a restaurant is
-- known, and joined from any shard. Tables that others refer to come first.
SELECT create_reference_table('restaurantes') WHERE NOT pg_temp.is_reference('restaurantes');
SELECT create_reference_table('usuarios') WHERE NOT pg_temp.is_reference('usuarios');
SELECT create_reference_table('llaves') WHERE NOT pg_temp.is_reference('llaves');
SELECT create_reference_table('pantallas') WHERE NOT pg_temp.is_reference('pantallas');
SELECT create_reference_table('sesiones') WHERE NOT pg_temp.is_reference('sesiones');
SELECT create_reference_table('auditoria') WHERE NOT pg_temp.is_reference('auditoria');

-- Distributed and colocated, so that all of a restaurant is on one node: the head of its log first, then the rest.
SELECT create_distributed_table('log_heads', 'restaurante_id', colocate_with => 'none') WHERE NOT pg_temp.is_distributed('log_heads');
SELECT create_distributed_table('documentos', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('documentos');
SELECT create_distributed_table('pedidos', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('pedidos');
SELECT create_distributed_table('pedidos_clientes', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('pedidos_clientes');
SELECT create_distributed_table('pedidos_referencias', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('pedidos_referencias');
SELECT create_distributed_table('historial', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('historial');
SELECT create_distributed_table('eventos', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('eventos');
SELECT create_distributed_table('claves', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('claves');
SELECT create_distributed_table('numeros', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('numeros');
SELECT create_distributed_table('conteos', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('conteos');
SELECT create_distributed_table('resumen_dias', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('resumen_dias');
SELECT create_distributed_table('resumen_cuartos', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('resumen_cuartos');
SELECT create_distributed_table('resumen_productos', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('resumen_productos');
SELECT create_distributed_table('resumen_clientes', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('resumen_clientes');
SELECT create_distributed_table('caja_cuartos', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('caja_cuartos');
SELECT create_distributed_table('caja_dias', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('caja_dias');
SELECT create_distributed_table('llaves_uso', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('llaves_uso');
SELECT create_distributed_table('webhooks', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('webhooks');
SELECT create_distributed_table('entregas', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('entregas');
SELECT create_distributed_table('reenvios', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('reenvios');
SELECT create_distributed_table('webhooks_horas', 'restaurante_id', colocate_with => 'log_heads') WHERE NOT pg_temp.is_distributed('webhooks_horas');

-- Left on the coordinator, and joined with nothing:
-- local rate_windows: written at every request; a copy on each node would cost each request a commit there
-- local connection_leases: written while a stream opens or lasts, counted by key before a restaurant matters
-- local sign_in_windows: written at every attempt to sign in
-- local mails: written and read a few times a minute, whole messages
-- local shared_numbers: read ten times a second by each process, written when a key changes
-- local secrets: read once, at start
-- local comanda_migrations: what the schema is, for the coordinator alone to know
