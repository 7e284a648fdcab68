import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service serves the output below `/panel`, with a content security policy that allows only its own origin. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // Relative addresses: the service puts the path of PUBLIC_URL into the page.
  base: command === 'build' ? './' : '/panel/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The policy refuses `data:` addresses, so that nothing may be inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Of the packages that are bundled.
    license: { fileName: 'licenses.md' },
  },
  server: {
    port: 5173,
    proxy: { '/panel/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } },
  },
}));
