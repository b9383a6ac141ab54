import { describe, expect, it } from 'vitest';
import { outcomeOfRefusal, strongestOutcome } from './broadcast-outcome.ts';

describe('what nodes say about signed bytes', () => {
  it.each([
    ['already known', 'already-known'],
    ['AlreadyKnown', 'already-known'],
    ['transaction already imported', 'already-known'],
    ['known transaction: 0x12', 'already-known'],
    ['nonce too low: address 0x1, tx: 4 state: 7', 'nonce-too-low'],
    ['OldNonce', 'nonce-too-low'],
    ['Transaction nonce is too low', 'nonce-too-low'],
    ['replacement transaction underpriced', 'underpriced'],
    ['transaction underpriced: gas tip cap 1, minimum needed 25000000000', 'underpriced'],
    ['max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1', 'underpriced'],
    ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
    ['tx fee (1.37 ether) exceeds the configured cap (1.00 ether)', 'fee-above-cap'],
    ['insufficient funds for gas * price + value: balance 0', 'insufficient-funds'],
    ['Insufficient funds for gas * price + value', 'insufficient-funds'],
    ['InsufficientFunds, Account balance: 0', 'insufficient-funds'],
  ])('reads "%s" as %s', (text, kind) => {
    expect(outcomeOfRefusal(text)).toEqual({ kind });
  });

  it.each(['txpool is full', 'nonce too high', 'internal error', 'header not found', ''])(
    'proves nothing by "%s": the transaction may be in the pool',
    (reason) => {
      expect(outcomeOfRefusal(reason)).toEqual({ kind: 'unknown', reason });
    },
  );

  it('believes the node that has the bytes before the one that refuses them', () => {
    const outcome = strongestOutcome([{ kind: 'insufficient-funds' }, { kind: 'already-known' }]);
    expect(outcome).toEqual({ kind: 'already-known' });
  });

  it('does not call bytes refused while one node was silent', () => {
    const silent = { kind: 'unknown', reason: 'silent' } as const;
    expect(strongestOutcome([{ kind: 'underpriced' }, silent])).toEqual(silent);
  });
});
