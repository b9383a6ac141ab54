import { describe, expect, it } from 'vitest';
import { canReceiveTexts } from './phone-line.ts';

const rules = { countries: [], allowsVoip: false };

describe('a number', () => {
  it.each([
    ['American', '+14155550101'],
    ['Portuguese', '+351912345678'],
    ['German', '+4915112345678'],
    ['British', '+447411234567'],
    ['Brazilian', '+5511961234567'],
    ['Indian', '+919812345678'],
    ['a landline, which may get texts', '+442079460000'],
  ])('gets texts when it is %s: %s', (_, phone) => {
    expect(canReceiveTexts(phone, rules)).toBe(true);
  });

  it.each([
    ['premium', '+19005551234'],
    ['toll-free', '+18005551234'],
    ['toll-free everywhere', '+80012345678'],
    ['shared cost', '+33810123456'],
    ['for following a person', '+447012345678'],
    ['for a company', '+351707123456'],
    ['a pager', '+447640123456'],
    ['a satellite of Inmarsat', '+870773123456'],
    ['a satellite of Iridium', '+881612345678'],
    ['of a network without a country', '+882161234567'],
    ['premium everywhere', '+979123456789'],
    ['assigned to no one', '+35560112345'],
    ['too short', '+3519123456'],
    ['none', 'alice'],
  ])('gets none when it is %s: %s', (_, phone) => {
    expect(canReceiveTexts(phone, rules)).toBe(false);
  });

  it('of internet telephony gets texts where that is allowed', () => {
    const phone = '+445612345678';
    expect(canReceiveTexts(phone, rules)).toBe(false);
    expect(canReceiveTexts(phone, { ...rules, allowsVoip: true })).toBe(true);
  });

  it('gets texts only in the countries that are listed', () => {
    const listed = { ...rules, countries: ['+351'] };
    expect(canReceiveTexts('+351912345678', listed)).toBe(true);
    expect(canReceiveTexts('+14155550101', listed)).toBe(false);
  });
});
