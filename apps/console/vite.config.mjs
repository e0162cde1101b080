import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npx vite apps/console` serves the sources and passes what they ask on to a server that runs. */
const server = process.env.ORRERY_URL ?? 'http://127.0.0.1:8080';
const passedOn = { target: server, ws: true };

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // The policy of the page allows no scripts and pictures but files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/graphql': passedOn, '/clusters': passedOn } },
});
