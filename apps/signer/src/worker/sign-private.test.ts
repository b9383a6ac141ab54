import { describe, expect, it } from 'vitest';
import { viewingKeysOf } from '#pool/keys';
import type { ApprovalRequest } from '#signing/messages/protocol';
import { createEnginePlanner } from '#signing/private/engine-plans.test-setup';
import { honest, RELAY_ADAPT, sender, WRAPPED } from '#signing/private/honest-plans.test-setup';
import { writePrivatePlan } from '#signing/private/plan-json';
import { readPlanSignatures } from '#signing/private/sign-plan';
import type { StoredSignature } from '../log/log-store.ts';
import { createKeyring } from './keyring.ts';
import { type SigningParts, sign } from './sign.ts';
import { wipeKeys } from './wallet.ts';

const owner = {
  userId: '0198c0de-0000-4000-8000-000000000001',
  address: `0x${'ab'.repeat(20)}`,
  privateAddress: sender.privateAddress,
};
const pool = { contract: WRAPPED, relayAdapt: RELAY_ADAPT, wrappedNative: WRAPPED };
const network = { chainId: 31_337, name: 'Local', pool, exchangeContracts: [], tokens: [] };

function createParts(): SigningParts & { readonly stored: readonly StoredSignature[] } {
  const stored: StoredSignature[] = [];
  const keyring = createKeyring({ now: () => 0, after: () => () => {} }, wipeKeys);
  keyring.hold(owner.address, sender.keys);
  return {
    stored,
    keyring,
    settings: { appOrigins: [], networks: [network] },
    now: () => 0,
    inTurn: (run) => run(),
    log: async () => ({
      read: async () => [...stored],
      async add(_, signature) {
        stored.push(signature);
      },
    }),
  };
}

async function requestOf(name: keyof typeof honest) {
  const { spec, confirmation } = honest[name];
  const plan = await (await createEnginePlanner(sender)).plan(spec);
  const request: ApprovalRequest = {
    ...{ channel: 'kax-signer-1', id: 'a', kind: 'approve', owner, wraps: [] },
    ...{ orderId: 'order-1', planId: 'plan-1', expiresAt: 1_000, confirmation },
    plan: writePrivatePlan(plan),
  };
  return { plan, request };
}

describe('signing a private payment that RAILGUN’s own software planned', () => {
  it.each(['transfer', 'paidTransfer', 'splitTransfer'] as const)(
    'gives the signatures of the spending key for each part: %s',
    async (name) => {
      const parts = createParts();
      const { plan, request } = await requestOf(name);
      const signing = await sign(parts, request);
      if (signing.outcome !== 'signed') throw new Error(signing.outcome);
      const { publicSpendingKey } = viewingKeysOf(sender.keys);
      expect(readPlanSignatures(plan, signing.signatures, publicSpendingKey)).not.toBeNull();
      expect(parts.stored).toHaveLength(1);
      expect(await sign(parts, request)).toEqual(signing);
    },
  );

  it('never signs one order for other notes, which the network could take as well', async () => {
    const parts = createParts();
    const { request } = await requestOf('transfer');
    await sign(parts, request);
    const [part] = honest.transfer.spec.parts;
    const spec = { ...honest.transfer.spec, parts: [{ ...part, positions: [4] }] };
    const other = await (await createEnginePlanner(sender)).plan(spec);
    const signing = await sign(parts, { ...request, plan: writePrivatePlan(other) });
    expect(signing).toMatchObject({ outcome: 'refused', check: 'would-pay-twice' });
  });

  it('refuses another amount by the name of the check', async () => {
    const parts = createParts();
    const { request } = await requestOf('transfer');
    const { amount } = request.confirmation;
    const confirmation = { ...honest.transfer.confirmation, amount: amount - 1n };
    const signing = await sign(parts, { ...request, confirmation });
    expect(signing).toMatchObject({ outcome: 'refused', check: 'amount' });
    expect(parts.stored).toEqual([]);
  });
});
