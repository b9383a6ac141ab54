import { expect, test } from 'vitest';
import { newPasswordGuide, registrationGuide } from './password-guide.ts';

test('the registration checklist has the rules in the order in which they are checked (§5)', () => {
  expect(registrationGuide('Piggybank7', 'Alice')).toEqual([
    { label: 'At least 8 characters', isMet: true },
    { label: 'One number', isMet: true },
    { label: 'One special character', isMet: false },
    { label: 'Doesn’t contain your name', isMet: true },
    { label: 'One uppercase letter', isMet: true },
    { label: 'One lowercase letter', isMet: true },
  ]);
});

test('the list for a new password has five rules, without the name rule (§5 Strength meter)', () => {
  expect(newPasswordGuide('piggy!').map(({ label, isMet }) => [label, isMet])).toEqual([
    ['At least 8 characters', false],
    ['One uppercase letter', false],
    ['One lowercase letter', true],
    ['One number', false],
    ['One special character from @#$%^&*', true],
  ]);
});
