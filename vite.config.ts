import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { createServer, defineConfig, loadEnv, type Plugin, type Rolldown } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { buildCheckPage, CHECK_PAGE_FILE } from './scripts/receipt-check/build-page.ts';
import {
  buildServiceWorker,
  SERVICE_WORKER_FILE,
  writeServiceWorker,
} from './scripts/service-worker/build-service-worker.ts';
import { importIconsSingly } from './scripts/web-build/icons.ts';
import { languages } from './scripts/web-build/languages.ts';
import { shareModules } from './scripts/web-build/share-modules.ts';

/** How much more often than others parts are loaded: the way to a payment, what strangers open, other daily pages. */
const PART_WEIGHTS = new Map([
  ['src/app/protected-area.tsx', 12],
  ['src/routes/dashboard.tsx', 12],
  ['src/routes/dashboard-send.tsx', 12],
  ['src/features/security/account-banners.tsx', 12],
  ['src/app/outside-shell/outside-shell.tsx', 3],
  ['src/routes/pay.tsx', 3],
  ['src/routes/claim.tsx', 3],
  ['src/routes/register.tsx', 3],
  ['src/routes/dashboard-shield.tsx', 3],
  ['src/routes/dashboard-transfer.tsx', 3],
  ['src/routes/activity.tsx', 3],
  ['src/routes/activity-entry.tsx', 3],
  ['src/routes/inbox.tsx', 3],
]);
const COMPRESSIBLE = /\.(?:html|js|css|svg|json|txt|webmanifest)$/;

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, 'VITE_');
  const target = env.VITE_API_TARGET ?? 'http://127.0.0.1:7600';
  const sharing = shareModules(PART_WEIGHTS);
  return {
    root: 'apps/web',
    define: { 'import.meta.env.KAX_VERSION': JSON.stringify(packageJson.version) },
    plugins: [
      react(),
      languages(),
      ...leaveOuts(env),
      prerender(),
      importIconsSingly(),
      sharing.plugin,
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
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: 'assets/[hash:6][extname]',
          codeSplitting: {
            groups: [
              {
                // Changes rarely, so browsers keep it over many versions of ours.
                name: 'react',
                test: /node_modules\/(?:react|react-dom|scheduler)\/|rolldown\/runtime/,
                priority: 2,
              },
              {
                // One file for the first visit, however many later screens share parts of it.
                name: (id, graph) => (isInFirstLoad(id, graph) ? 'first-load' : null),
                priority: 1,
              },
              {
                name: sharing.nameOf,
                // Its files have exactly what was decided for them.
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

/** Whether the entry reaches a module by imports that are not lazy. */
function isInFirstLoad(id: string, graph: ModuleGraph): boolean {
  const seen = new Set([id]);
  for (const each of seen) {
    const found = graph.getModuleInfo(each);
    if (found?.isEntry) return each !== id;
    for (const importer of found?.importers ?? []) seen.add(importer);
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

/** What the dashboard needs first, beside the entry. */
const DASHBOARD_PARTS = ['/src/app/protected-area.tsx', '/src/routes/dashboard.tsx'];

/**
 * Puts the sign-in page and the skeleton of the dashboard into the page itself, so that a visitor sees one of them
 * before the scripts are there. Nothing in them can be used until then. `theme.js` decides who sees which.
 */
function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(page, { bundle = {} }) {
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
          const { prerenderSignIn, prerenderDashboard } =
            await server.ssrLoadModule('/src/prerender.tsx');
          const root = `<div id="root" inert aria-disabled="true">${prerenderSignIn()}</div>`;
          const templates = [
            ['files', filesOfDashboard(bundle, page)],
            ['public', prerenderDashboard('public')],
            ['private', prerenderDashboard('private')],
          ].map(([name, content]) => `<template id="opening-${name}">${content}</template>`);
          return page.replace('<div id="root"></div>', [root, ...templates].join(''));
        } finally {
          await server.close();
        }
      },
    },
  };
}

/** @returns links to the styles and scripts of the dashboard that the page itself doesn't have */
function filesOfDashboard(bundle: Rolldown.OutputBundle, page: string): string {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
  const entries = DASHBOARD_PARTS.map((path) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path)),
  );
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || scripts.has(chunk.fileName) || page.includes(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
    for (const name of chunk.viteMetadata?.importedCss ?? []) {
      if (!page.includes(name)) styles.add(name);
    }
  };
  entries.forEach(add);
  return [
    ...[...styles].map((name) => `<link rel="stylesheet" href="/${name}">`),
    ...[...scripts].map((name) => `<link rel="modulepreload" href="/${name}">`),
  ].join('');
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

/** Adds the service worker, whose path has no hash; from the sources, it is built for each request and keeps nothing. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    writeBundle: ({ dir = '' }, bundle) => writeServiceWorker(dir, Object.values(bundle)),
    configureServer({ middlewares }) {
      middlewares.use(`/${SERVICE_WORKER_FILE}`, (_request, response, next) => {
        buildServiceWorker(null).then((script) => {
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
