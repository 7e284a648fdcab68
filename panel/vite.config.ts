import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service serves the folder as it is, below `/panel`, under a policy that allows its own origin alone. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Built for any place: the service writes into the page where it is.
  base: command === 'build' ? './' : '/panel/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // An inlined picture would be a data: address, which the policy refuses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: { '/panel/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } },
  },
}));
