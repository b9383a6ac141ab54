import { describe, expect, it } from 'vitest';
import { toChecksumAddress } from '#pool/account-key';
import { deriveKeys } from '#pool/keys';
import { entropyToSeed } from '#pool/words';
import type { ApprovalRequest } from '#signing/messages/protocol';
import { signerOf } from '#signing/public/eip1559';
import { type PublicPlan, transactionsOf } from '#signing/public/plan';
import { writePublicPlan } from '#signing/public/read-plan';
import type { StoredSignature } from '../log/log-store.ts';
import { createKeyring } from './keyring.ts';
import { type SigningParts, sign } from './sign.ts';
import { areKeysOf, walletOf, wipeKeys } from './wallet.ts';

const entropy = new Uint8Array(16).fill(9);
const userId = '0198c0de-0000-4000-8000-000000000001';
const recipient = `0x${'3c'.repeat(20)}` as const;
const POL = 10n ** 18n;
const { owner } = await walletOf(entropy, userId);
const settings = { appOrigins: [], networks: [] };

function planOf(nonce: number, amount = 2n * POL): PublicPlan {
  return {
    account: toChecksumAddress(`0x${owner.address.slice(2)}`),
    chainId: 137,
    fees: { maxFeePerGas: 60n * 10n ** 9n, maxPriorityFeePerGas: 30n * 10n ** 9n, feeCap: POL },
    rungs: 3,
    approval: null,
    call: { nonce, to: toChecksumAddress(recipient), value: amount, data: '0x', gas: 21_000n },
  };
}

function requestOf(plan: PublicPlan, orderId = 'order-1'): ApprovalRequest {
  return {
    channel: 'kax-signer-1',
    id: 'a',
    kind: 'approve',
    owner,
    wraps: [],
    orderId,
    planId: 'plan-1',
    expiresAt: 1_000,
    confirmation: {
      kind: 'send',
      chainId: 137,
      token: null,
      recipient,
      amount: 2n * POL,
      feeCeiling: POL / 100n,
    },
    plan: writePublicPlan(plan),
  };
}

function createParts() {
  const stored: StoredSignature[] = [];
  const events: string[] = [];
  const keyring = createKeyring({ now: () => 0, after: () => () => {} }, wipeKeys);
  keyring.hold(owner.address, deriveKeys(entropyToSeed(entropy)));
  let isBroken = false;
  const parts: SigningParts = {
    keyring,
    settings,
    now: () => 0,
    inTurn: (run) => run(),
    log: async () => ({
      read: async () => [...stored],
      async add(_, signature) {
        if (isBroken) throw new Error('The disk is full.');
        events.push('kept');
        stored.push(signature);
      },
    }),
  };
  return { parts, stored, events, breakLog: () => (isBroken = true) };
}

describe('signing a public payment', () => {
  it('gives signatures of the account for each transaction, after the log has them', async () => {
    const { parts, stored, events } = createParts();
    const plan = planOf(7);
    const signing = await sign(parts, requestOf(plan)).finally(() => events.push('given'));
    expect(events).toEqual(['kept', 'given']);
    if (signing.outcome !== 'signed') throw new Error(signing.outcome);
    expect(stored[0]).toMatchObject({
      orderId: 'order-1',
      signatures: signing.signatures,
      recipient,
    });
    transactionsOf(plan).forEach((transaction, index) => {
      const signature = signing.signatures[index] ?? '';
      expect(signerOf(transaction, `0x${signature.slice(2)}`)).toBe(plan.account.toLowerCase());
    });
    expect(signing.signatures).toHaveLength(4);
  });

  it('gives nothing when the log can’t be kept', async () => {
    const { parts, breakLog } = createParts();
    breakLog();
    await expect(sign(parts, requestOf(planOf(7)))).rejects.toThrow('full');
  });

  it('gives the same bytes again, and never signs one order for two nonces', async () => {
    const { parts, stored } = createParts();
    const first = await sign(parts, requestOf(planOf(7)));
    expect(await sign(parts, requestOf(planOf(7)))).toEqual(first);
    expect(await sign(parts, requestOf(planOf(8)))).toMatchObject({
      outcome: 'refused',
      check: 'would-pay-twice',
    });
    expect(await sign(parts, requestOf(planOf(8), 'order-2'))).toMatchObject({ outcome: 'signed' });
    expect(stored).toHaveLength(2);
  });

  it('refuses a plan with another amount by the name of the check, and keeps nothing', async () => {
    const { parts, stored } = createParts();
    const signing = await sign(parts, requestOf(planOf(7, 3n * POL)));
    expect(signing).toMatchObject({ outcome: 'refused', check: 'amount' });
    expect(stored).toEqual([]);
  });

  it('refuses a plan that is no shield, and one of a pool that this release doesn’t know', async () => {
    const { parts, stored } = createParts();
    const confirmation = { kind: 'shield', chainId: 137, token: null, amount: 2n * POL } as const;
    const request = {
      ...requestOf(planOf(7)),
      confirmation: { ...confirmation, feeCeiling: POL / 100n },
    };
    expect(await sign(parts, request)).toMatchObject({ check: 'unknown-network' });
    const pool = { contract: recipient, relayAdapt: owner.address, wrappedNative: recipient };
    const network = { chainId: 137, name: 'Polygon', exchangeContracts: [], tokens: [] };
    const known = { ...parts, settings: { appOrigins: [], networks: [{ ...network, pool }] } };
    expect(await sign(known, request)).toMatchObject({ outcome: 'refused', check: 'pool' });
    expect(stored).toEqual([]);
  });

  it('refuses what is no plan', async () => {
    const { parts } = createParts();
    const request = { ...requestOf(planOf(7)), plan: { call: 'transfer' } };
    expect(await sign(parts, request)).toMatchObject({ check: 'unreadable-plan' });
  });

  it('signs nothing that has expired, and nothing while the keys are closed', async () => {
    const { parts } = createParts();
    const late = { ...parts, now: () => 1_000 };
    expect(await sign(late, requestOf(planOf(7)))).toEqual({ outcome: 'expired' });
    parts.keyring.lock();
    expect(await sign(parts, requestOf(planOf(7)))).toEqual({ outcome: 'closed' });
  });
});

it('knows keys by both addresses of their owner', async () => {
  const keys = deriveKeys(entropyToSeed(entropy));
  expect(areKeysOf(keys, owner)).toBe(true);
  expect(areKeysOf({ ...keys, viewing: keys.spending }, owner)).toBe(false);
  expect(areKeysOf({ ...keys, account: keys.spending }, owner)).toBe(false);
  expect(areKeysOf({ ...keys, spending: keys.viewing }, owner)).toBe(false);
});
