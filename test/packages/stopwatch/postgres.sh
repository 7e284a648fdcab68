# From a key to an exact mirror in PostgreSQL, in the empty database at TARGET.
npm install --silent "$COMANDA_URL/descargas/comanda-cli.tgz"
npx comanda sync --to "$TARGET" --once --verify
