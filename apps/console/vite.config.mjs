import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, runnerImport } from 'vite';

/** `npx vite apps/console` serves the sources and proxies requests of the API to a running server. */
const server = process.env.ORRERY_URL ?? 'http://127.0.0.1:8080';
const proxied = { target: server, ws: true };

/** Examples of the project, which the console shows: `examples/scenarios/…?raw`. */
const examples = fileURLToPath(new URL('../../examples', import.meta.url));

/** Makes modules of the files in `lessons`; a lesson with an error ends the build. */
async function lessons() {
  const reader = fileURLToPath(new URL('src/lessons/read-lesson.ts', import.meta.url));
  const { module } = await runnerImport(reader);
  return {
    name: 'lessons',
    transform: {
      filter: { id: /\/console\/lessons\/[^/]+\.yaml$/ },
      handler(text, id) {
        const lesson = module.readLesson(basename(id), text);
        return { code: `export default ${JSON.stringify(lesson)};`, map: null, moduleType: 'js' };
      },
    },
  };
}

export default defineConfig({
  base: '/console/',
  plugins: [react(), lessons()],
  resolve: { alias: { examples } },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // The policy of the page allows no scripts and pictures but files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/graphql': proxied, '/clusters': proxied, '/version': proxied },
    fs: { allow: ['.', '../../node_modules', examples] },
  },
});
