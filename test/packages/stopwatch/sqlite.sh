# From a key to an exact mirror in SQLite.
npm install --silent "$COMANDA_URL/descargas/comanda-cli.tgz"
npx comanda sync --to sqlite:pedidos.db --once --verify
