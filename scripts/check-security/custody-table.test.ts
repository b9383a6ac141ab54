import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../verification/run-program.ts';
import type { AttackContext } from './attack-context.ts';
import { type Attacker, type Claim, requireTrue } from './attackers/attacker.ts';
import { attackers } from './attackers.ts';
import { renderTable, withTable } from './custody-table.ts';
import { resultsOf } from './named-tests.ts';
import { playClaim } from './play-claim.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const claims = attackers.flatMap((attacker) => attacker.claims);
const ran = resultsOf([
  { file: '/kax/a.test.ts', titles: ['a wallet', 'opens for no one'], hasPassed: true },
  { file: '/kax/a.test.ts', titles: ['a wallet', 'opens for a thief'], hasPassed: false },
]);
const play = (claim: Claim) => playClaim(claim, { context: {} as AttackContext, results: ran });

describe('the table of docs/custody.md', () => {
  it('is what the attacks say', () => {
    const document = read('docs/custody.md');
    expect(withTable(document, attackers)).toBe(document);
  });

  it('is another one after a sentence, an attacker or the document changed', () => {
    const [first, ...others] = attackers;
    const [claim] = first?.claims ?? [];
    const changed: Attacker = { attacker: 'a spy', claims: [{ ...claim, cannot: 'see' } as Claim] };
    expect(renderTable([changed, ...others])).not.toBe(renderTable(attackers));
    expect(renderTable(others)).not.toBe(renderTable(attackers));
    const edited = read('docs/custody.md').replace('test passwords (pepper)', 'read anything');
    expect(withTable(edited, attackers)).not.toBe(edited);
    expect(() => withTable('no markers', attackers)).toThrow(/no markers/);
  });

  it('says of each sentence either how it is tried, or why it is not', () => {
    const unclear = claims.filter(({ play: attack, tests = [], untried }) => {
      const isTried = attack !== undefined || tests.length > 0;
      return isTried === (untried !== undefined);
    });
    expect(unclear).toEqual([]);
  });

  it('names only tests that exist', () => {
    const missing = claims
      .flatMap(({ tests = [] }) => tests)
      .filter(
        ({ file, title }) => !["'", '"', '`'].some((quote) => read(file).includes(quote + title)),
      );
    expect(missing).toEqual([]);
  });
});

describe('a sentence', () => {
  const tests = (title: string) => [{ file: 'a.test.ts', title }];

  it('is true when its attack and its tests say so', async () => {
    const claim = { cannot: 'open it', play: async () => '0 of 5', tests: tests('opens for no') };
    expect(await play(claim)).toEqual({ figure: '0 of 5; 1 tests', isGood: true });
  });

  it.each<[string, Claim]>([
    ['when its attack is refuted', { can: 'open it', play: async () => requireTrue(false, '0') }],
    ['when its attack fails', { cannot: 'open it', play: () => Promise.reject(new Error('0')) }],
    ['when a test failed', { cannot: 'open it', tests: tests('opens for a thief') }],
    ['when one of a group of tests failed', { cannot: 'open it', tests: tests('a wallet') }],
    ['when a test is missing', { cannot: 'open it', tests: tests('is closed') }],
    ['when nothing tries it', { cannot: 'open it' }],
  ])('is not true %s', async (_when, claim) => {
    expect((await play(claim)).isGood).toBe(false);
  });
});
