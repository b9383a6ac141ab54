import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUnfinishedCalls } from './conventions/calls.ts';
import { findPhysicalDirections } from './conventions/directions.ts';
import { findInstallScripts, readInstallFiles } from './conventions/install-scripts.ts';
import { findForbiddenNames } from './conventions/names.ts';
import { readSources } from './conventions/read-sources.ts';
import { findMissingRoutes } from './conventions/routes.ts';
import { findForbiddenWords } from './conventions/words.ts';

describe('forbidden words', () => {
  it.each([
    [
      'packages/wire/src/errors.ts',
      'process.env.HOME',
      'The environment is read in config.ts only.',
    ],
    ['apps/web/src/lib/a.ts', 'import.meta.env.DEV', 'The environment is read in config.ts only.'],
    ['packages/domain/src/a.ts', 'Date.now()', 'Time and randomness arrive as ports.'],
    ['apps/api/src/modules/auth/a.ts', 'new Date()', 'Time and randomness arrive as ports.'],
    ['apps/api/src/jobs/a.ts', 'Math.random()', 'Time and randomness arrive as ports.'],
    ['apps/api/src/modules/auth/b.ts', 'randomBytes(32)', 'Time and randomness arrive as ports.'],
    ['apps/api/src/operations/b.ts', 'crypto.randomUUID()', 'Time and randomness arrive as ports.'],
    [
      'apps/web/src/features/coins/a.ts',
      "fetch('/x')",
      'Only the API client and the adapters fetch.',
    ],
    ['packages/domain/src/amount/a.ts', 'Number(units)', 'Money is never a number.'],
    ['apps/api/src/modules/wallet/a.ts', 'parseFloat(text)', 'Money is never a number.'],
    ['apps/web/src/features/send/a.ts', 'price.toFixed(2)', 'Money is never a number.'],
    ...[
      '`$${price}`',
      '<span>$</span>',
      'US_DOLLARS.text(value, shown)',
      "{ style: 'currency' }",
    ].map((code) => [
      'apps/web/src/features/coins/a.tsx',
      code,
      'A value is shown in the chosen currency: `useMoney` formats it.',
    ]),
    [
      'apps/api/src/jobs/c.ts',
      'const fee = (gas * price) as BaseUnits',
      'Base units come from the functions of base-units.ts.',
    ],
    [
      'apps/api/src/adapters/postgres/accounts/a.ts',
      "pool.query('select 1')",
      'A statement is an exported constant, so that a test prepares it.',
    ],
    [
      'apps/api/src/adapters/postgres/accounts/b.ts',
      "const FIND = statement<Row>('select 1')",
      'A statement is an exported constant, so that a test prepares it.',
    ],
    ...[
      "update operations set status = 'failed' where id = $1",
      "update operations o set due_at = coalesce(o.due_at, $1), status = 'prepared' from private_transactions s",
      "insert into operations (id, status, amount) values ($1, 'created', $2)",
      "insert into operations (id, status) select id, 'signed' from turn",
    ].map((sql) => [
      'apps/api/src/adapters/postgres/a.ts',
      `\`${sql}\``,
      'No SQL decides the status of an operation: `transition` does.',
    ]),
  ])('in %s: %s', (path, code, sentence) => {
    const breaches = findForbiddenWords(new Map([[path, `const x = 1;\n${code};\n`]]));
    expect(breaches[0]).toMatch(new RegExp(`^${path}:2: ${sentence}`));
  });

  it.each([
    ['apps/api/src/config.ts', 'process.env.PORT'],
    ['apps/api/src/adapters/evm/rpc.ts', "fetch('http://node')"],
    ['packages/domain/src/amount/a.test.ts', 'Number(units)'],
    ['packages/domain/src/amount/a.ts', '// never Number(units)'],
    ['packages/domain/src/amount/b.ts', 'new Date(storedAt)'],
    ['apps/web/src/features/coins/a.ts', 'query.refetch()'],
    ['apps/api/src/adapters/postgres/accounts/a.ts', "export const FIND = statement('select 1');"],
    ['apps/api/src/adapters/postgres/connection/a.ts', "pool.query('select 1')"],
  ])('are allowed in %s: %s', (path, code) => {
    expect(findForbiddenWords(new Map([[path, code]]))).toEqual([]);
  });
});

describe('texts that a user reads', () => {
  const spoken = 'A text says it the way people speak';
  it.each([
    ['apps/web/src/ui/a.tsx', 'const a = <p>Nobody can see it.</p>', spoken],
    ['apps/web/src/ui/b.ts', "const a = 'Your code holds. They hold it.'", spoken],
    ['apps/web/src/ui/c.tsx', 'const a = <p title="Sent by e-mail" />', spoken],
    [
      'apps/api/src/notices/a.ts',
      'const a = `You took this payment back.`',
      'A payment is cancelled',
    ],
    ['packages/wire/src/errors.ts', "const a = 'A payment is still under way.'", spoken],
    ['apps/web/src/ui/d.tsx', 'const a = <p>Hidden on the chain</p>', 'A text names the network'],
    ['apps/web/src/ui/e.ts', "const a = 'Kax does not answer.'", 'A text uses contractions'],
    [
      'packages/domain/src/operation/failure-sentence.ts',
      "const a = 'The nonce is taken.'",
      'A text has no inside words',
    ],
  ])('in %s: %s', (path, code, sentence) => {
    const breaches = findForbiddenWords(new Map([[path, `const x = 1;\n${code};\n`]]));
    expect(breaches[0]).toMatch(new RegExp(`^${path}:2: ${sentence}`));
  });

  it.each([
    ['apps/web/src/ui/a.tsx', '// nobody reads a comment; const nonce = 1'],
    ['apps/web/src/ui/a.tsx', "const nonce = { at: 'proof' }"],
    ['apps/web/src/ui/a.tsx', 'const a = <Proof nonce={1}>Nothing stands out</Proof>'],
    ['apps/web/src/ui/a.test.tsx', "test('is told at once', run)"],
    ['apps/web/src/ui/b.ts', "const a = 'Passwords do not match'"],
    ['apps/web/src/claims/claim-badge.ts', "const a = 'You took it back'"],
    ['packages/domain/src/amount/a.ts', "const a = 'Amount cannot be negative'"],
    ['packages/domain/src/swap/a.ts', "throw new Error('The nonce of nobody.')"],
    ...[
      "update operations set due_at = $1 where status = 'created'",
      "update operations p set status = t.status from turn t where p.status = 'signed'",
      'update ramp_orders set status = $2 where id = $1',
      "insert into operations (id, status) values ($1, $2) returning status = 'created'",
    ].map((sql) => ['apps/api/src/adapters/postgres/a.ts', `\`${sql}\``]),
  ])('are allowed in %s: %s', (path, code) => {
    expect(findForbiddenWords(new Map([[path, code]]))).toEqual([]);
  });
});

describe('calls of the wire', () => {
  const contract = "export const x = defineContract({ name: 'x', path: '/auth/x' });";
  const whole = [
    ['packages/wire/src/auth/x.ts', contract],
    ['apps/api/src/modules/auth/x.ts', ''],
    ['apps/web/src/features/sign-in/api/x.ts', "import { x } from '#wire/auth/x';"],
    ['apps/api/src/modules/auth/x.test.ts', "import { x } from './x.ts';"],
  ] as const;

  it('have a handler, a place in the web client and a test', () => {
    expect(findUnfinishedCalls(new Map(whole))).toEqual([]);
  });

  it.each([
    ['apps/api/src/modules/auth/x.ts', 'no handler.'],
    ['apps/web/src/features/sign-in/api/x.ts', 'nothing calls it.'],
    ['apps/api/src/modules/auth/x.test.ts', 'no test.'],
  ])('are unfinished without %s: %s', (missing, sentence) => {
    const rest = whole.filter(([path]) => path !== missing);
    expect(findUnfinishedCalls(new Map(rest))).toEqual([
      `packages/wire/src/auth/x.ts: ${sentence}`,
    ]);
  });
});

describe('forbidden names', () => {
  it.each([
    ['apps/api/src/a.ts', 'const person = 1;', 'In names, person is user. (person)'],
    ['apps/api/src/a.test.ts', 'openWorld();', 'In names, world is dependencies. (openWorld)'],
    ['apps/web/src/a.tsx', 'x = { askAhead: 1 };', 'In names, ask is request. (askAhead)'],
    ['scripts/a.ts', 'const MOST_TROUBLES = 1;', 'In names, troubles is error. (MOST_TROUBLES)'],
    ['apps/api/src/b.ts', 'type Answer = 1;', 'In names, answer is response. (Answer)'],
  ])('in %s: %s', (path, code, sentence) => {
    expect(findForbiddenNames(new Map([[path, `\n${code}`]]))).toEqual([`${path}:2: ${sentence}`]);
  });

  it('are allowed in texts, in columns and where faults are injected', () => {
    const sources = new Map([
      ['apps/web/src/a.tsx', "const a = <p>Ask a person</p>; // ask a person\nconst b = 'person';"],
      ['apps/api/src/b.ts', 'row.asked_at; const spendable = answered;'],
      ['sandbox/c.ts', 'const faults = 1;'],
    ]);
    expect(findForbiddenNames(sources)).toEqual([]);
  });
});

describe('routes of the specification', () => {
  const sources = readSources(resolve(import.meta.dirname, '..'));

  it('all exist', () => {
    expect(findMissingRoutes(sources)).toEqual([]);
  });

  it('are reported when the route, its file or its browser test is missing', () => {
    const rest = new Map(sources);
    rest.set('apps/web/src/app/router.tsx', '');
    rest.delete('apps/web/src/routes/login.tsx');
    rest.delete('e2e/routes/login.spec.ts');
    expect(findMissingRoutes(rest)).toEqual(
      expect.arrayContaining([
        '/login: not in the router.',
        '/login: apps/web/src/routes/login.tsx is missing.',
        '/login: e2e/routes/login.spec.ts is missing.',
      ]),
    );
  });
});

describe('install scripts', () => {
  const files = readInstallFiles(resolve(import.meta.dirname, '..'));
  const withPackage = (path: string) => {
    const lock = JSON.parse(files.lock);
    const packages = { ...lock.packages, [path]: { version: '1.0.0', hasInstallScript: true } };
    return { ...files, lock: JSON.stringify({ ...lock, packages }) };
  };
  const withManifest = (change: object) => {
    const manifest = JSON.parse(files.manifest);
    return { ...files, manifest: JSON.stringify({ ...manifest, ...change }) };
  };

  it('run for no package, and each package with one is on the list', () => {
    expect(findInstallScripts(files)).toEqual([]);
  });

  it.each(['node_modules/bcrypt', 'node_modules/esbuild/node_modules/bcrypt', 'node_modules/@a/b'])(
    'of a package that is not on the list are refused: %s',
    (path) => {
      const name = path.endsWith('b') ? '@a/b' : 'bcrypt';
      expect(findInstallScripts(withPackage(path))).toEqual([
        `package.json: ${name} has an install script; see CONTRIBUTING.md.`,
      ]);
    },
  );

  it('of a package that is gone are off the list', () => {
    const { allowScripts } = JSON.parse(files.manifest);
    const changed = withManifest({ allowScripts: { ...allowScripts, 'left-pad': false } });
    expect(findInstallScripts(changed)).toEqual([
      'package.json: allowScripts names left-pad, which has no install script.',
    ]);
  });

  it('cannot be allowed, or left to npm', () => {
    const { allowScripts } = JSON.parse(files.manifest);
    const changed = withManifest({ allowScripts: { ...allowScripts, leveldown: true } });
    expect(findInstallScripts(changed)).toHaveLength(1);
    expect(findInstallScripts({ ...files, npmrc: '#ignore-scripts=true\n' })).toHaveLength(1);
  });

  it.each(['postinstall', 'prebuild', 'posttest', 'prepare'])(
    'of our own, which npm would not run, are refused: %s',
    (name) => {
      const { scripts } = JSON.parse(files.manifest);
      const changed = withManifest({ scripts: { ...scripts, [name]: 'true' } });
      expect(findInstallScripts(changed)).toHaveLength(1);
    },
  );
});

describe('directions of styles', () => {
  it.each([
    'margin-left: 4px',
    'padding-right: 0',
    'border-left-color: red',
    'left: 0',
    'right:0',
    'text-align: right',
    'float: left',
    'border-top-left-radius: 4px',
  ])('%s names a side', (style) => {
    const found = findPhysicalDirections(new Map([['a.css', `.a {\n  ${style};\n}\n`]]));
    expect(found).toEqual([`a.css:2 names a side, not a start or an end: ${style};`]);
  });

  it.each([
    'margin-inline-start: 4px',
    'inset-inline: 0',
    'text-align: end',
    'transform-origin: top left',
  ])('%s does not', (style) => {
    expect(findPhysicalDirections(new Map([['a.css', `  ${style};`]]))).toEqual([]);
  });
});
