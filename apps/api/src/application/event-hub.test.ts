import { expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { ServerEvent } from '#wire/events';
import type { Changes, MovementChange, OperationChange } from '../ports/changes.ts';
import { createEventHub } from './event-hub.ts';

function setUp() {
  let tellMovement: (change: MovementChange) => void = () => undefined;
  let tellOperation: (change: OperationChange) => void = () => undefined;
  let tellGap: () => void = () => undefined;
  const changes: Changes = {
    isHeard: () => true,
    onOperation: (listener) => {
      tellOperation = listener;
    },
    onMovements: (listener) => {
      tellMovement = listener;
    },
    onLook: () => undefined,
    onSessionEnded: () => undefined,
    onPrices: () => undefined,
    onGap: (listener) => {
      tellGap = listener;
    },
  };
  const hub = createEventHub(changes);
  const told: [number, ServerEvent][] = [];
  const listen = (number: number) =>
    hub.listen({
      userId: `user-${number}`,
      sessionId: `session-${number}`,
      publicAddress: addressOf(number),
      tell: (event) => told.push([number, event]),
    });
  const pay = (number: number) =>
    tellMovement({
      chainId: 31337,
      account: addressOf(number),
      isBalanceChanged: true,
      received: [],
    });
  const advance = (number: number, kind: OperationChange['kind']) =>
    tellOperation({
      operationId: 'one',
      userId: `user-${number}`,
      kind,
      chainId: 31337,
      status: 'mined',
      account: addressOf(900),
      recipient: addressOf(901),
    });
  return { listen, pay, advance, told, tellGap: () => tellGap() };
}

function addressOf(number: number): PublicAddress {
  return `0x${number.toString(16).padStart(40, '0')}` as PublicAddress;
}

it('tells one of five hundred what concerns one, and all of them of a gap', () => {
  const { listen, pay, told, tellGap } = setUp();
  const stops = Array.from({ length: 500 }, (_, number) => listen(number));
  expect(told).toHaveLength(500);
  told.length = 0;
  pay(7);
  expect(told).toEqual([
    [7, { type: 'coins-changed', chainId: 31337 }],
    [7, { type: 'history-changed', chainId: 31337 }],
  ]);
  told.length = 0;
  tellGap();
  expect(told).toHaveLength(500);
  expect(told.every(([, { type }]) => type === 'resync')).toBe(true);
  told.length = 0;
  for (const stop of stops) stop?.();
  pay(7);
  tellGap();
  expect(told).toEqual([]);
});

it('tells every connection of one person, and takes no more than twenty', () => {
  const { listen, pay, told } = setUp();
  const stops = Array.from({ length: 21 }, () => listen(1));
  expect(stops.filter((stop) => stop === null)).toHaveLength(1);
  told.length = 0;
  pay(1);
  expect(told).toHaveLength(40);
  stops[0]?.();
  expect(listen(1)).not.toBeNull();
});

it('tells of a payment, and not of notes that were made one', () => {
  const { listen, advance, told } = setUp();
  listen(1);
  told.length = 0;
  advance(1, 'consolidation');
  expect(told).toEqual([]);
  advance(1, 'unshield');
  expect(told).toMatchObject([[1, { type: 'operation-progressed', operationId: 'one' }]]);
});
