import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

interface Cruise {
  readonly summary: {
    readonly violations: readonly { from: string; to: string; rule: { name: string } }[];
  };
}

const repository = resolve(import.meta.dirname, '..');
const config = join(repository, '.dependency-cruiser.cjs');
const { forbidden } = createRequire(import.meta.url)(config) as {
  forbidden: readonly { name: string }[];
};

/** By rule: a file, and an import that violates the rule. */
const violationByRule: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'No import goes round in a circle.': ['packages/domain/src/circle.ts', './circling.ts'],
  'Every import leads to something.': ['packages/domain/src/lost.ts', './nowhere.ts'],
  'The domain imports nothing but itself.': ['packages/domain/src/amount/impure.ts', '#wire/call'],
  'The wire imports only the domain, the names of languages and zod.': [
    'packages/wire/src/fat.ts',
    'react',
  ],
  'The mathematics of the pool imports only the domain, noble and the words of BIP-39.': [
    'packages/pool/src/fat.ts',
    '#wire/call',
  ],
  'What checks and signs plans imports only the domain, the pool and noble.': [
    'packages/signing/src/fat.ts',
    '#wire/call',
  ],
  'What verifies receipts imports only the wire, the domain, the pool, zod and noble.': [
    'packages/receipt/src/fat.ts',
    'react',
  ],
  'Languages import nothing but themselves.': [
    'packages/language/src/knowing.ts',
    '#domain/amount',
  ],
  'The signer imports only itself, the signing, the pool and the domain.': [
    'apps/signer/src/page/fat.ts',
    '#wire/contract',
  ],
  'Of the signer, the page reaches no key.': [
    'apps/signer/src/page/curious.ts',
    '../worker/wallet.ts',
  ],
  'Apps never import apps.': ['apps/web/src/lib/peek.ts', '../../../api/src/app.ts'],
  'Nothing that is shipped imports the sandbox, the browser tests or the scripts.': [
    'apps/api/src/adapters/evm/local.ts',
    '#sandbox/start',
  ],
  'Only tests, and what plays attackers, import the testing package.': [
    'apps/api/src/adapters/evm/built.ts',
    '#testing/builder',
  ],
  'Nothing that is shipped needs a package that only development installs.': [
    'apps/web/src/lib/dev.ts',
    'vitest',
  ],
  'What a browser loads uses nothing of Node.': ['apps/web/src/lib/file.ts', 'node:fs'],
  'Of our own, the sandbox imports only the wire and the domain.': [
    'sandbox/cheat.ts',
    '../apps/api/src/app.ts',
  ],
  'Of our own, the browser tests import only the sandbox, the wire and the scripts.': [
    'e2e/cheat.ts',
    '../apps/api/src/app.ts',
  ],
  'Ports import only packages.': ['apps/api/src/ports/leaky.ts', '../application/call.ts'],
  'Adapters never import adapters.': ['apps/api/src/adapters/evm/two.ts', '../postgres/pool.ts'],
  'Of the server, adapters see only the ports.': [
    'apps/api/src/adapters/evm/http.ts',
    '../../application/call.ts',
  ],
  'Only the composition roots see adapters.': [
    'apps/api/src/modules/wallet/direct.ts',
    '../../adapters/postgres/pool.ts',
  ],
  'Modules never see modules.': ['apps/api/src/modules/wallet/nosy.ts', '../auth/login.ts'],
  'Of the server, modules see only the ports, the operations and the application.': [
    'apps/api/src/modules/wallet/guarded.ts',
    '../../http/register-call.ts',
  ],
  'Of the server, the notices see only the ports.': [
    'apps/api/src/notices/nosy.ts',
    '../modules/auth/login.ts',
  ],
  'Of the server, jobs see only the ports, the operations, the notices and the application.': [
    'apps/api/src/jobs/busy.ts',
    '../modules/auth/login.ts',
  ],
  'Of the server, the shielding sees only the ports and the application.': [
    'apps/api/src/shielding/wide.ts',
    '../modules/auth/login.ts',
  ],
  'Of the server, the recovery sees only the ports and the application.': [
    'apps/api/src/recovery/wide.ts',
    '../modules/auth/login.ts',
  ],
  'Of the server, the application sees only the ports.': [
    'apps/api/src/application/wide.ts',
    '../modules/auth/login.ts',
  ],
  'Of the server, the operations see only the ports.': [
    'apps/api/src/operations/wide.ts',
    '../jobs/tick.ts',
  ],
  'What an operator runs reaches nothing that opens a key or signs.': [
    'apps/api/src/operations/operator/through.ts',
    '../keyed.ts',
  ],
  'HTTP knows no module and no job.': ['apps/api/src/http/knowing.ts', '../modules/auth/login.ts'],
  'Nothing imports a composition root.': ['apps/api/src/http/rooted.ts', '../main.ts'],
  'Chain and vendor libraries are imported only in adapters and in the sandbox.': [
    'apps/api/src/modules/auth/chain.ts',
    'viem',
  ],
  'Features never see features.': ['apps/web/src/features/send/nosy.ts', '../coins/coins.ts'],
  'Routes and features do not see the app around them.': [
    'apps/web/src/routes/upward.ts',
    '../app/router.ts',
  ],
  'Features do not see routes.': ['apps/web/src/features/coins/upward.ts', '../../routes/login.ts'],
  'What money forms and password forms share sees no feature.': [
    'apps/web/src/money-form/nosy.ts',
    '../features/coins/coins.ts',
  ],
  'Contacts do not see money forms.': ['apps/web/src/contacts/nosy.ts', '../money-form/attempt.ts'],
  'Scanning sees only lib and ui.': ['apps/web/src/scan/nosy.ts', '../state/theme.ts'],
  'Help sees only lib and ui.': ['apps/web/src/help/nosy.ts', '../state/theme.ts'],
  'Notes see only state, lib and ui.': ['apps/web/src/notes/nosy.ts', '../money-form/attempt.ts'],
  'State sees only lib.': ['apps/web/src/state/upward.ts', '../features/coins/coins.ts'],
  'Lib sees no state, no feature and no component.': [
    'apps/web/src/lib/upward.ts',
    '../state/theme.ts',
  ],
  'The components of ui stand alone, but for links.': [
    'apps/web/src/ui/button.ts',
    '#domain/amount',
  ],
};

/** Files that the violations import; alone they violate no rule. */
const innocentFiles = [
  'apps/signer/src/worker/wallet.ts',
  'packages/domain/src/amount.ts',
  'packages/wire/src/call.ts',
  'packages/testing/src/builder.ts',
  'sandbox/start.ts',
  'apps/api/src/app.ts',
  'apps/api/src/main.ts',
  'apps/api/src/application/call.ts',
  'apps/api/src/http/register-call.ts',
  'apps/api/src/jobs/tick.ts',
  'apps/api/src/modules/auth/login.ts',
  'apps/api/src/operations/sign-plan.ts',
  'apps/api/src/adapters/postgres/pool.ts',
  'apps/web/src/app/router.ts',
  'apps/web/src/routes/login.ts',
  'apps/web/src/features/coins/coins.ts',
  'apps/web/src/money-form/attempt.ts',
  'apps/web/src/state/theme.ts',
];

const tree = mkdtempSync(join(tmpdir(), 'kax-rules-'));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('the dependency rules', () => {
  plant();
  const { violations } = cruise().summary;

  it.each(forbidden.map((rule) => rule.name))('catch a violation of "%s"', (name) => {
    const violation = violationByRule[name];
    expect(violation, 'a rule without a seeded violation').toBeDefined();
    const caught = violations.filter((found) => found.rule.name === name).map(({ from }) => from);
    expect(caught).toContain(violation?.[0]);
  });

  it('accept imports that violate none', () => {
    const guilty = new Set(violations.map((found) => found.from));
    expect(innocentFiles.filter((file) => guilty.has(file))).toEqual([]);
  });
});

function plant(): void {
  const imports = Object.fromEntries(
    ['wire', 'domain', 'receipt', 'testing'].map((name) => [
      `#${name}/*`,
      `./packages/${name}/src/*.ts`,
    ]),
  );
  write(
    'package.json',
    JSON.stringify({
      type: 'module',
      imports: { ...imports, '#sandbox/*': './sandbox/*.ts' },
      dependencies: { react: '1.0.0', viem: '1.0.0' },
      devDependencies: { vitest: '1.0.0' },
    }),
  );
  for (const name of ['react', 'viem', 'vitest']) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, 'module.exports = {};');
  }
  for (const file of innocentFiles) write(file, 'export const innocent = true;\n');
  for (const [file, target] of Object.values(violationByRule)) {
    write(file, `import '${target}';\nexport const guilty = true;\n`);
  }
  write('apps/api/src/operations/keyed.ts', "import './sign-plan.ts';\n");
  write('packages/domain/src/circling.ts', "import './circle.ts';\n");
}

function write(path: string, content: string): void {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function cruise(): Cruise {
  const program = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const folders = ['apps', 'packages', 'sandbox', 'e2e'];
  try {
    return parse(
      execFileSync(
        process.execPath,
        [program, '--config', config, '--output-type', 'json', ...folders],
        { cwd: tree, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
      ),
    );
  } catch (error) {
    // It exits with the number of violations, which is expected here.
    return parse((error as { stdout: string }).stdout);
  }
}

function parse(output: string): Cruise {
  return JSON.parse(output) as Cruise;
}
