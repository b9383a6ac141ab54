import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkNewPassword, requirementsOf, strengthOf } from './password-rules.ts';

describe('a new password (§5)', () => {
  test.each([
    ['Pig!7aa', 'Password must be at least 8 characters long'],
    ['Piggy!Bank', 'Password must include at least one digit (0-9)'],
    ['PiggyBank7', 'Password must include at least one special character (@#$%^&*)'],
    ['alice!Bank7', 'Password should not contain your name'],
    ['piggy!bank7', 'Password must include at least one uppercase letter (A-Z)'],
    ['PIGGY!BANK7', 'Password must include at least one lowercase letter (a-z)'],
    ['short', 'Password must be at least 8 characters long'],
    ['😀😀!Aa7', 'Password must be at least 8 characters long'],
    ['aliceali', 'Password must include at least one digit (0-9)'],
  ])('refuses %s and says which rule it breaks first: %s', (password, message) => {
    expect(checkNewPassword(password, 'Alice')).toBe(message);
  });

  test('that follows every rule is accepted', () => {
    expect(checkNewPassword('Piggy!Bank7', 'Alice Moreau')).toBeNull();
    expect(checkNewPassword(`Piggy!Bank7${'x'.repeat(200)} 😀`)).toBeNull();
  });

  test.each([...'!@#$%^&*(),.?":{}|<>'])('accepts %s as special', (character) => {
    expect(checkNewPassword(`PiggyBank7${character}`)).toBeNull();
  });

  test.each([...'-_=+[]/\\~` ;'])('does not accept %j as special', (character) => {
    expect(checkNewPassword(`PiggyBank7${character}`)).toContain('special character');
  });

  test.each([
    ['ALICE!bank7', 'alice'],
    ['ａｌｉｃｅ!Bank7', 'Alice'],
    ['rene\u0301e!Bank7A', 'René'],
    ['alice!Bank7', '  Alice '],
    ['STRASSE!bank7', 'Straße'],
    ['ΟΔΥΣΣΕΥΣ!Bank7', 'οδυσσευς'],
  ])('%s contains the name %s', (password, name) => {
    expect(checkNewPassword(password, name)).toBe('Password should not contain your name');
  });

  test('a blank name counts as no name', () => {
    expect(checkNewPassword('Piggy!Bank7', '  ')).toBeNull();
    expect(requirementsOf('Piggy!Bank7', ' ')).toHaveLength(5);
    expect(requirementsOf('Piggy!Bank7', 'Alice')).toHaveLength(6);
  });
});

describe('strength (§5)', () => {
  test.each([
    ['Piggy!Bank7', 'Alice', 'Strong'],
    ['Piggy!Bank', 'Alice', 'Good'],
    ['PiggyBank', 'Alice', 'Fair'],
    ['piggybank', 'Alice', 'Fair'],
    ['pig', 'Alice', 'Weak'],
    ['Piggy!Bank7', undefined, 'Strong'],
    ['piggy!bank7', undefined, 'Good'],
    ['piggybank7', undefined, 'Fair'],
    ['piggybank', undefined, 'Weak'],
    ['', undefined, 'Weak'],
  ] as const)('%s of %s is %s', (password, name, strength) => {
    expect(strengthOf(password, name)).toBe(strength);
  });

  test('is Strong exactly when no rule is broken', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (password, name) => {
        expect(strengthOf(password, name) === 'Strong').toBe(
          checkNewPassword(password, name) === null,
        );
      }),
    );
  });
});
