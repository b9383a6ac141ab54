import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeCore, coresOf } from './password-cores.ts';

describe('the cores of a password (§5)', () => {
  it.each([
    ['Password1!', 'PASSWORD'],
    ['!1Password', 'PASSWORD'],
    ['P@ssw0rd123!', 'PASSWORD'],
    ['pA$$W0RD!7', 'PASSWORD'],
    ['$unsh1ne!2', 'SUNSHINE'],
    ['We1come#99', 'WELCOME'],
    ['Pr!ncess22?', 'PRINCESS'],
    ['$7ar74ever', 'STARTAEVER'],
    ['Abcd1234!', 'ABCD1234'],
    ['@bC123!7', 'ABC123'],
    ['#1qaz@WSX', '1QAZ@WSX'],
    ['Alexander01.01.1990', 'ALEXANDER'],
    ['Straße2024!', 'STRASSE'],
    ['ｐａｓｓｗｏｒｄ1!', 'PASSWORD'],
    ['😀Password1!', 'PASSWORD'],
  ])('%s is made from %s', (password, core) => {
    expect(coresOf(password.replaceAll('.', ''))).toContain(core);
  });

  it.each([
    ['Piggy!Bank7', 'PIGGYBANK'],
    ['Mountain9482716350!', 'MOUNTAIN'],
    ['Cat!12345', 'CAT'],
    ['Password1x', 'PASSWORD'],
  ])('%s is not made from %s', (password, core) => {
    expect(coresOf(password)).not.toContain(core);
  });

  it('has the password as it is, whatever its length', () => {
    expect(coresOf('1qaz@WSX')).toContain('1QAZ@WSX');
    expect(coresOf('12345678')).toEqual(new Set(['12345678']));
    expect(coresOf('')).toEqual(new Set(['']));
    expect(coresOf(`A${'b'.repeat(1000)}1!`)).toEqual(new Set([`A${'B'.repeat(1000)}1!`]));
  });

  it('finds every word of four to 64 letters between up to nine other characters', () => {
    const word = fc.stringMatching(/^[a-zA-Z]{4,64}$/);
    const around = fc.stringMatching(/^[0-9!?#]{0,9}$/);
    fc.assert(
      fc.property(word, around, fc.nat(9), (core, others, at) => {
        const password = others.slice(0, at) + core + others.slice(at);
        expect(coresOf(password)).toContain(core.toUpperCase());
        expect(canBeCore(core)).toBe(true);
      }),
    );
  });

  it('are never many, however the password is made', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9@$!]{0,40}[a-z]{1,4}[0-9@$!]{0,40}$/), (password) => {
        expect(coresOf(password).size).toBeLessThanOrEqual(221);
      }),
    );
  });

  it.each(['123456', 'a1234567', 'abc', '!@#$%^&*'])(
    'of a password that follows the rules are never %s',
    (listed) => {
      expect(canBeCore(listed)).toBe(false);
    },
  );
});
