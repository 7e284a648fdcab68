-- Imports are in the log for those who copy the orders, and for nobody else. Each event is in one of these
-- indexes: webhooks and readers that do not name imports skip them without a look at each.
CREATE INDEX eventos_anunciados ON eventos (restaurante_id, secuencia) WHERE tipo <> 'pedido.importado';
CREATE INDEX eventos_importados ON eventos (restaurante_id, secuencia) WHERE tipo = 'pedido.importado';
