import { expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { ServerEvent } from '#wire/events';
import type { Changes, MovementChange, OperationChange } from '../ports/changes.ts';
import { createEventHub } from './event-hub.ts';

function setUp() {
  let notifyMovement: (change: MovementChange) => void = () => undefined;
  let notifyOperation: (change: OperationChange) => void = () => undefined;
  let notifyGap: () => void = () => undefined;
  const changes: Changes = {
    isConnected: () => true,
    onOperation: (listener) => {
      notifyOperation = listener;
    },
    onMovements: (listener) => {
      notifyMovement = listener;
    },
    onLook: () => undefined,
    onSessionEnded: () => undefined,
    onPrices: () => undefined,
    onGap: (listener) => {
      notifyGap = listener;
    },
  };
  const hub = createEventHub(changes);
  const notified: [number, ServerEvent][] = [];
  const listen = (number: number) =>
    hub.listen({
      userId: `user-${number}`,
      sessionId: `session-${number}`,
      publicAddress: addressOf(number),
      notify: (event) => notified.push([number, event]),
    });
  const pay = (number: number) =>
    notifyMovement({
      chainId: 31337,
      account: addressOf(number),
      isBalanceChanged: true,
      received: [],
    });
  const advance = (number: number, kind: OperationChange['kind'], account = addressOf(900)) =>
    notifyOperation({
      operationId: 'one',
      userId: `user-${number}`,
      kind,
      chainId: 31337,
      status: 'mined',
      account,
      recipient: addressOf(901),
    });
  return { listen, pay, advance, notified, notifyGap: () => notifyGap() };
}

function addressOf(number: number): PublicAddress {
  return `0x${number.toString(16).padStart(40, '0')}` as PublicAddress;
}

it('notifies one listener of five hundred of its own events, and all of them of a gap', () => {
  const { listen, pay, notified, notifyGap } = setUp();
  const stops = Array.from({ length: 500 }, (_, number) => listen(number));
  expect(notified).toHaveLength(500);
  notified.length = 0;
  pay(7);
  expect(notified).toEqual([
    [7, { type: 'coins-changed', chainId: 31337 }],
    [7, { type: 'history-changed', chainId: 31337 }],
  ]);
  notified.length = 0;
  notifyGap();
  expect(notified).toHaveLength(500);
  expect(notified.every(([, { type }]) => type === 'resync')).toBe(true);
  notified.length = 0;
  for (const stop of stops) stop?.();
  pay(7);
  notifyGap();
  expect(notified).toEqual([]);
});

it('notifies every connection of one user, and accepts no more than twenty', () => {
  const { listen, pay, notified } = setUp();
  const stops = Array.from({ length: 21 }, () => listen(1));
  expect(stops.filter((stop) => stop === null)).toHaveLength(1);
  notified.length = 0;
  pay(1);
  expect(notified).toHaveLength(40);
  stops[0]?.();
  expect(listen(1)).not.toBeNull();
});

it('notifies of a payment, and not of a consolidation', () => {
  const { listen, advance, notified } = setUp();
  listen(1);
  notified.length = 0;
  advance(1, 'consolidation');
  expect(notified).toEqual([]);
  advance(1, 'unshield');
  expect(notified).toMatchObject([[1, { type: 'operation-progressed', operationId: 'one' }]]);
});

it('notifies of the fee of what fills a nonce gap, and not of a payment', () => {
  const { listen, advance, notified } = setUp();
  listen(1);
  notified.length = 0;
  advance(1, 'nonce-fill', addressOf(1));
  expect(notified.map(([, { type }]) => type)).toEqual(['coins-changed', 'history-changed']);
});
