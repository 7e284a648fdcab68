-- Signing secrets that were replaced and are still good: JSON, each sealed and with its end.
ALTER TABLE webhooks ADD COLUMN secretos_anteriores TEXT;
