import { describe, expect, it } from 'vitest';
import { ALICE, BOB, KAX, POL, USDC } from '#testing/network';
import type { PublicAddress, TransactionHash } from '../address/address.ts';
import { toBaseUnits } from '../amount/base-units.ts';
import { activityTypeOf, classifyMovements, type KnownOperation } from './classify-movements.ts';
import type { Movement } from './movement.ts';

const HASH = `0x${'1'.repeat(64)}` as TransactionHash;
const POOL = '0x00000000000000000000000000000000000000AA' as PublicAddress;

function movement(more: Partial<Movement> = {}): Movement {
  return {
    chainId: 31337,
    account: ALICE,
    tokenId: USDC.id,
    blockNumber: 5n,
    blockHash: '0x5',
    at: new Date(0),
    transactionHash: HASH,
    transactionIndex: 0,
    position: 'log.0',
    cause: 'token',
    direction: 'out',
    from: ALICE,
    to: BOB,
    amount: toBaseUnits(5n),
    isSuccess: true,
    isSender: true,
    ...more,
  };
}

function typesOf(movements: readonly Movement[], operation?: Partial<KnownOperation>) {
  const known = { operationId: 'one', kind: 'send', tokenId: USDC.id, owner: ALICE, ...operation };
  return classifyMovements(movements, {
    operations: new Map(operation === undefined ? [] : [[HASH, known]]),
    pools: new Set([POOL.toLowerCase()]),
  }).map(({ type }) => type);
}

const incoming = { direction: 'in', from: BOB, to: ALICE, isSender: false } as const;

describe('what a movement was', () => {
  it.each<[string, Partial<Movement>, string]>([
    ['money that comes in', incoming, 'receive'],
    ['money that its owner sent', {}, 'send'],
    ['money that someone took with an allowance', { isSender: false }, 'other'],
    ['money that a pool took', { to: POOL }, 'shield'],
    ['money that a pool paid', { ...incoming, from: POOL }, 'unshield'],
    ['a permission', { cause: 'approval', direction: 'none' }, 'approve'],
    ['a balance that sank without a trace', { cause: 'balance', to: null }, 'other'],
    ['a transaction that moved nothing', { cause: 'value', direction: 'none' }, 'other'],
  ])('%s is recognized on its own', (_what, more, type) => {
    expect(typesOf([movement(more)])).toEqual([type]);
  });

  it('comes in where its owner claimed or took back a payment by link, which is a send of theirs', () => {
    expect(typesOf([movement(incoming)], { kind: 'send' })).toEqual(['receive']);
    expect(typesOf([movement()], { kind: 'send' })).toEqual(['send']);
  });

  it('is a swap when one token left and another arrived in one transaction', () => {
    const got = movement({ ...incoming, tokenId: KAX.id, position: 'log.1', isSender: true });
    expect(typesOf([movement(), got])).toEqual(['swap', 'swap']);
    expect(typesOf([movement(), { ...got, transactionHash: BOB as never }])).toEqual([
      'send',
      'receive',
    ]);
    expect(typesOf([movement(), { ...got, tokenId: USDC.id }])).toEqual(['send', 'receive']);
  });

  it('is no swap just because of the fee', () => {
    const fee = movement({ cause: 'fee', tokenId: POL.id, to: null, position: 'fee' });
    expect(typesOf([movement({ ...incoming, isSender: true }), fee])).toEqual(['receive', 'send']);
  });

  it('takes the type of the operation, only for the user who requested it', () => {
    const paid = movement({ ...incoming, account: BOB, from: ALICE, to: BOB });
    expect(typesOf([movement({ to: POOL }), paid], {})).toEqual(['send', 'receive']);
    expect(typesOf([movement(incoming)], { kind: 'unshield' })).toEqual(['unshield']);
  });

  it('names the token of a payment that failed by its operation', () => {
    const failed = movement({
      cause: 'value',
      tokenId: POL.id,
      amount: toBaseUnits(0n),
      isSuccess: false,
    });
    const known = { operationId: 'one', kind: 'send', tokenId: USDC.id, owner: ALICE };
    const [row] = classifyMovements([failed], {
      operations: new Map([[HASH, known]]),
      pools: new Set(),
    });
    expect(row).toMatchObject({ type: 'send', tokenId: USDC.id, operationId: 'one' });
  });

  it('names the token of a payment that its token did not record', () => {
    const bare = movement({
      cause: 'value',
      tokenId: POL.id,
      direction: 'none',
      amount: toBaseUnits(0n),
    });
    const known = { operationId: 'one', kind: 'send', tokenId: USDC.id, owner: ALICE };
    const rowOf = (kind: string) =>
      classifyMovements([bare], {
        operations: new Map([[HASH, { ...known, kind }]]),
        pools: new Set(),
      })[0];
    const named = { tokenId: USDC.id, direction: 'out', amount: 0n, isSuccess: true };
    expect(rowOf('send')).toMatchObject({ type: 'send', ...named });
    expect(rowOf('swap')).toMatchObject({ type: 'swap', tokenId: POL.id, direction: 'none' });
  });

  it('is `other` when the kind of an operation is no type of its own', () => {
    expect(activityTypeOf('shield')).toBe('shield');
    expect(activityTypeOf('constructor')).toBe('other');
  });
});
