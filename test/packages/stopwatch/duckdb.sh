# From a key to an exact mirror in DuckDB, whose driver the command names.
npm install --silent "$COMANDA_URL/descargas/comanda-cli.tgz"
driver=$(npx comanda sync --to duckdb:pedidos.duckdb --once 2>&1 | grep -o '@duckdb/node-api@[0-9a-zA-Z.-]*')
npm install --silent "$driver"
npx comanda sync --to duckdb:pedidos.duckdb --once --verify
