import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { createServer, defineConfig, loadEnv, type Plugin } from 'vite';
import { buildCheckPage, CHECK_PAGE_FILE } from './scripts/receipt-check/build-page.ts';
import {
  buildServiceWorker,
  SERVICE_WORKER_FILE,
} from './scripts/service-worker/build-service-worker.ts';

const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt)$/;

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'VITE_');
  const target = env.VITE_API_TARGET ?? 'http://127.0.0.1:7600';
  return {
    root: 'apps/web',
    plugins: [
      react(),
      ...leaveOuts(env),
      prerenderSignIn(),
      receiptCheck(),
      serviceWorker(),
      precompress(),
    ],
    build: {
      outDir: join(import.meta.dirname, 'dist/web'),
      emptyOutDir: true,
      // The page's policy allows no data: addresses.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // Scripts find their own imports; what they need of styles they cannot.
        resolveDependencies: (_file, needed, { hostType }) =>
          hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css')),
      },
      rolldownOptions: {
        output: {
          // The first load lists the names of all parts, so they are short.
          chunkFileNames: 'assets/[hash].js',
          assetFileNames: 'assets/[hash][extname]',
          codeSplitting: {
            groups: [
              {
                // Changes rarely, so browsers keep it over many versions of ours.
                name: 'react',
                test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|rolldown\/runtime/,
                priority: 2,
              },
              {
                // One file for the first visit, however many later screens share parts of it.
                name: (id, graph) => (isInFirstLoad(id, graph) ? 'first-load' : null),
                priority: 1,
              },
              {
                // Small and used together: each file of its own would be one more name in the first load.
                name: 'dialogs',
                test: /apps\/web\/src\/ui\/(?:use-dialog|modal|confirmation-modal|success-modal|leave-dialog)\./,
              },
              {
                // What Send, Shield and Internal Transfer share, without what other screens use too.
                name: 'money-form',
                test: /apps\/web\/src\/money-form\/(?!amount-text|as-sentence|confirm-button|own-notation|repeat-while-preparing)/,
                // Not with what it needs: other screens need that too, and would load all of it.
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
    server: { proxy: { '/api': target, '/v1': target } },
  };
});

interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[] } | null;
}

/** It names every icon there is, so that being imported by it says nothing about an icon. */
const ICON_INDEX = /lucide-react\/dist\/esm\/lucide-react\.mjs$/;

/** Whether the entry reaches a module by imports that are not lazy. */
function isInFirstLoad(id: string, graph: ModuleGraph): boolean {
  const seen = new Set([id]);
  for (const each of seen) {
    const found = graph.getModuleInfo(each);
    if (found?.isEntry) return each !== id;
    const importers = found?.importers ?? [];
    for (const importer of importers) if (!ICON_INDEX.test(importer)) seen.add(importer);
  }
  return false;
}

/** What a build leaves out: a condition in the code drops what asks for a file, not the file. */
function leaveOuts(env: Readonly<Record<string, string>>): readonly Plugin[] {
  const componentSheet = leaveOut('component-sheet', '/web/src/routes/ui.tsx');
  const localLogin = leaveOut('local-login', '/web/src/lib/local-login.ts');
  return env.VITE_AUTH === 'local' ? [componentSheet] : [componentSheet, localLogin];
}

function leaveOut(what: string, path: string): Plugin {
  return {
    name: `leave-out-${what}`,
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id.endsWith(path) ? 'export default null;' : null),
    generateBundle(_, bundle) {
      for (const [file, part] of Object.entries(bundle)) {
        if (part.type === 'chunk' && part.facadeModuleId?.endsWith(path)) delete bundle[file];
      }
    },
  };
}

/**
 * Puts the sign-in page into the page itself, so that a visitor reads it before the scripts are there. Nothing in
 * it can be used until then, and `theme.js` shows it only to those who are not signed in.
 */
function prerenderSignIn(): Plugin {
  return {
    name: 'prerender-sign-in',
    apply: 'build',
    async transformIndexHtml(page) {
      const server = await createServer({
        root: join(import.meta.dirname, 'apps/web'),
        configFile: false,
        plugins: [react()],
        appType: 'custom',
        logLevel: 'error',
        server: { middlewareMode: true, hmr: false, ws: false, watch: null },
        optimizeDeps: { noDiscovery: true },
      });
      try {
        const { prerenderSignIn: render } = await server.ssrLoadModule('/src/prerender.tsx');
        const root = `<div id="root" inert aria-disabled="true">${render()}</div>`;
        return page.replace('<div id="root"></div>', root);
      } finally {
        await server.close();
      }
    },
  };
}

/** Adds the page that checks receipts without Kax: one file of its own, for users to download. */
function receiptCheck(): Plugin {
  return {
    name: 'receipt-check',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: CHECK_PAGE_FILE, source: await buildCheckPage() });
    },
  };
}

/** Adds the service worker, whose path has no hash; from the sources, it is built for each request. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: SERVICE_WORKER_FILE,
        source: await buildServiceWorker(),
      });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${SERVICE_WORKER_FILE}`, (_request, response, next) => {
        buildServiceWorker().then((script) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(script);
        }, next);
      });
    },
  };
}

/** Writes a gzip and a brotli copy beside every text, for a server that only has to pick one. */
function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true });
      const texts = names.filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(texts.map((name) => compressFile(join(outDir, name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(content, { params }),
  ]);
  await Promise.all([writeFile(`${path}.gz`, zipped), writeFile(`${path}.br`, brotli)]);
}
