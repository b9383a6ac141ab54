import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contracts } from '#wire/index';
import { findPrimitives, findUnknownCryptography } from './asvs/find-primitives.ts';
import {
  codesIn,
  type RequirementRow,
  readCounts,
  readRequirements,
  readTable,
  VERDICTS,
} from './asvs/read-page.ts';
import { readTestTitles } from './asvs/read-test-titles.ts';
import { readSources } from './conventions/read-sources.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');
const rows = readRequirements(page);
const sources = readSources(root);

/** How many requirements each section has at level 1 and 2, by their numbers: `6.2: 12` is 6.2.1 to 6.2.12. */
const LAST_BY_SECTION: Readonly<Record<string, number>> = {
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
};
const expected = Object.entries(LAST_BY_SECTION).flatMap(([section, last]) =>
  Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
);
/** The others are of level 2. */
const LEVEL_1 = new Set(
  '2.1.1 2.2.1 2.2.2 2.3.1 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 11.3.1 11.3.2 11.4.1 13.4.1 14.2.1 14.3.1'.split(
    ' ',
  ),
);

describe('the page about ASVS', () => {
  it('has each requirement of its chapters once, in their order and with its level', () => {
    expect(rows.map(({ number }) => number)).toEqual(expected);
    expect(rows.map(({ level }) => level)).toEqual(
      expected.map((number) => (LEVEL_1.has(number) ? '1' : '2')),
    );
  });

  it('has a test or a reason for each requirement, and names only tests that exist', () => {
    expect(rows.flatMap((row) => errorsOf(row, readFile))).toEqual([]);
  });

  it('counts its requirements as they are', () => {
    expect(readCounts(page)).toEqual([rows.length, ...VERDICTS.map(countOf)]);
  });

  it('waits for no test', () => {
    expect(page.match(/^.*PENDING\(.*$/gm) ?? []).toEqual([]);
  });

  it('lists the algorithms of what is shipped, each with every file that uses it', () => {
    const listed = readTable(page, 'Algorithms').map(([name = '', , files = '']) => {
      return [name, codesIn(files)] as const;
    });
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(findPrimitives(sources)));
    expect(findUnknownCryptography(sources)).toEqual([]);
  });

  it('lists each call that needs no session, and every way to tokens', () => {
    const open = contracts.filter(({ access }) => access === 'public');
    const listed = readTable(page, 'Ways in').map(([call = '', , gives = '']) => {
      return { call: codesIn(call).join(), hasTokens: /(?<!no )\btokens$/.test(gives) };
    });
    const hasTokens = (response: object) => 'shape' in response && hasField(response.shape);
    const hasField = (shape: unknown) =>
      typeof shape === 'object' && shape !== null && 'access_token' in shape;
    const expectedCalls = open.map(({ method, path, response }) => {
      return { call: `${method} ${path}`, hasTokens: hasTokens(response) };
    });
    const byCall = (one: { call: string }, other: { call: string }) =>
      one.call.localeCompare(other.call);
    expect(listed.toSorted(byCall)).toEqual(expectedCalls.toSorted(byCall));
    expect(contracts.filter(({ response }) => hasTokens(response))).toEqual(
      open.filter(({ response }) => hasTokens(response)),
    );
  });

  it('judges for each adapter whether it communicates', () => {
    const onThisMachine = [
      'audit-files',
      'catalogues',
      'common-passwords',
      'key-vault',
      'otpauth',
      'places',
      'qrcode',
      'system-clock',
      'webauthn',
    ];
    const outgoing = readTable(page, 'Outgoing communication').flatMap(([name = '']) => {
      return codesIn(name);
    });
    expect([...outgoing, ...onThisMachine].sort()).toEqual(
      readdirSync(join(root, 'apps/api/src/adapters')).sort(),
    );
  });

  it('has a class for each table of the database', () => {
    const schema = globSync('apps/api/src/adapters/postgres/schema/*.ts', { cwd: root });
    const tables = schema.flatMap((path) => {
      const calls = (readFile(path) ?? '').matchAll(/\bpgTable\(\s*'(\w+)'/g);
      return [...calls].map(([, name]) => name);
    });
    const listed = readTable(page, 'Data').flatMap(([, where = '']) => codesIn(where));
    expect(listed.filter((name) => name !== 'user').sort()).toEqual(tables.sort());
  });

  it('names every place where the server writes a log', () => {
    const writers = [...sources].filter(
      ([path, source]) =>
        /^(?:apps\/api|packages\/(?:domain|wire))\/(?!.*\.(?:test|test-setup)\.ts$)/.test(path) &&
        /\bconsole\.\w+\(|\bstd(?:out|err)\b|\bpino\(|\bappendFile|\bcreateWriteStream/.test(
          source,
        ),
    );
    expect(writers.map(([path]) => path)).toEqual([
      'apps/api/src/adapters/audit-files/audit-heads.ts',
      // They read what a compiler and the prover write.
      'apps/api/src/adapters/railgun/prover/build-program.ts',
      'apps/api/src/adapters/railgun/prover/native-program.ts',
      'apps/api/src/log.ts',
    ]);
    const logs = readTable(page, 'Logs').map(([name = '']) => name);
    expect(logs.join()).toMatch(/log stream.*audit log.*AUDIT_HEAD_FILE.*metrics/);
  });
});

describe('a row about a requirement', () => {
  const file = 'a.test.ts';
  const tests = `describe('a code', () => { it.each([1])('works %s times', () => {}); });
    test(\`is \${digits} long\`, () => {}); const other = 'is no test';`;
  const files: Readonly<Record<string, string>> = { [file]: tests };
  const row = (verdict: string, proof: string) =>
    readRequirements(`| 6.1.1 | 1 | words | ${verdict} | ${proof} |`).flatMap((each) =>
      errorsOf(each, (path) => files[path] ?? null),
    );

  it('may name tests within their groups, with the values of a title as they are written', () => {
    expect(row('met', `\`${file}\`: a code › works %s times`)).toEqual([]);
    expect(row('met', `\`${file}\`: is \${digits} long<br>And so on.`)).toEqual([]);
    expect(row('not met', 'There is no second factor.')).toEqual([]);
  });

  it.each([
    ['without test and reason', 'met', '', 'neither a test nor a reason'],
    ['that is met for no reason', 'met', 'Of course.', 'met, but neither by a test nor by reading'],
    ['about a file that is missing', 'met', '`b.test.ts`: a code › works', 'b.test.ts is missing'],
    ['without its group', 'met', `\`${file}\`: works %s times`, 'has no test'],
    ['with a text that is no title', 'met', `\`${file}\`: is no test`, 'has no test'],
    ['that names a group', 'met', `\`${file}\`: a code`, 'has no test'],
    ['with another verdict', 'mostly met', 'By reading: so it is.', 'is no verdict'],
  ])('is an error: %s', (_name, verdict, proof, sentence) => {
    expect(row(verdict, proof).join()).toContain(sentence);
  });
});

describe('the search for cryptography', () => {
  const unknownIn = (code: string) =>
    findUnknownCryptography(new Map([['apps/api/src/a.ts', code]]));

  it.each([
    "import { createECDH } from 'node:crypto';",
    "import {\n  createHash,\n  publicEncrypt,\n} from 'node:crypto';",
    "createHash('md5')",
    "createHmac('sha1', key)",
    "createCipheriv('aes-256-ecb', key, null)",
    "encrypt('aes-256-cbc')",
    "encrypt('des-ede3')",
    "generateKeyPairSync('rsa', { modulusLength: 1024 })",
  ])('finds what the inventory does not have: %s', (code) => {
    expect(unknownIn(code)).toHaveLength(1);
  });

  it('knows what the inventory has, and ignores comments and tests', () => {
    const known =
      "createHash('sha256'); createCipheriv('aes-256-gcm', key, iv); // createHash('md5')";
    expect(unknownIn(known)).toEqual([]);
    const test = new Map([['apps/api/src/a.test.ts', "createHash('md5')"]]);
    expect(findUnknownCryptography(test)).toEqual([]);
  });
});

function errorsOf(
  { number, verdict, tests, reason }: RequirementRow,
  read: (path: string) => string | null,
): readonly string[] {
  const known: readonly string[] = VERDICTS;
  const isRead = /^By reading: |PENDING\(/.test(reason);
  return [
    ...(known.includes(verdict) ? [] : [`${number}: “${verdict}” is no verdict.`]),
    ...(tests.length === 0 && reason === '' ? [`${number}: neither a test nor a reason.`] : []),
    ...(verdict === 'met' && tests.length === 0 && !isRead
      ? [`${number}: met, but neither by a test nor by reading.`]
      : []),
    ...tests.flatMap(({ file, title }) => {
      const source = read(file);
      if (source === null) return [`${number}: ${file} is missing.`];
      if (readTestTitles(file, source).has(title)) return [];
      return [`${number}: ${file} has no test “${title}”.`];
    }),
  ];
}

function countOf(verdict: string): number {
  return rows.filter((row) => row.verdict === verdict).length;
}

function readFile(path: string): string | null {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
