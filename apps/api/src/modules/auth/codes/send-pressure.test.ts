import { beforeEach, expect, it } from 'vitest';
import { createSendPressure, type SendPressure } from './send-pressure.ts';

const now = new Date(1_800_000_000_000);
const later = (ms: number) => new Date(now.getTime() + ms);
let pressure: SendPressure;

beforeEach(() => {
  pressure = createSendPressure(60, 4_000_000);
});

function send(times: number, name: (index: number) => string = () => 'alice'): void {
  for (let each = 0; each < times; each += 1) pressure.count(name(each), now);
}

it('asks for no work at rest: not from whoever requests as often as one user may in an hour', () => {
  for (let each = 0; each < 5; each += 1) {
    expect(pressure.squaringsFor('alice', now)).toBe(0);
    send(1);
  }
});

it('asks for a tenth of a second first, then twice as much each time, up to five seconds', () => {
  send(5);
  const needed = [];
  for (let each = 0; each < 9; each += 1) {
    needed.push(pressure.squaringsFor('alice', now));
    send(1);
  }
  expect(needed).toEqual([
    ...[80_000, 160_000, 320_000, 640_000, 1_280_000, 2_560_000],
    ...[4_000_000, 4_000_000, 4_000_000],
  ]);
});

it('asks only about the name that is pressed', () => {
  send(20);
  expect(pressure.squaringsFor('bob', now)).toBe(0);
});

it('asks about every name when there are many requests in all', () => {
  send(60, (index) => `name ${index}`);
  expect(pressure.squaringsFor('alice', now)).toBe(80_000);
  send(20, (index) => `other ${index}`);
  expect(pressure.squaringsFor('alice', now)).toBe(160_000);
  send(1_000, (index) => `more ${index}`);
  expect(pressure.squaringsFor('alice', now)).toBe(4_000_000);
});

it('forgets a request whose codes were entered, and everything after an hour', () => {
  send(60, (index) => `name ${index}`);
  pressure.giveBack('no one', now);
  expect(pressure.squaringsFor('alice', now)).toBe(80_000);
  pressure.giveBack('name 1', now);
  expect(pressure.squaringsFor('alice', now)).toBe(0);
  send(30);
  expect(pressure.squaringsFor('alice', later(3_599_999))).toBeGreaterThan(0);
  expect(pressure.squaringsFor('alice', later(3_600_000))).toBe(0);
});
