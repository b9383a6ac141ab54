import { parseUnits } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveShieldKey } from '#pool/account-key';
import { deriveKeys, viewingKeysOf, type WalletKeys } from '#pool/keys';
import { packSight } from '#pool/pack-sight';
import { entropyToSeed, wordsToEntropy } from '#pool/words';
import { checkPrivatePlan } from '#signing/private/check-plan';
import type { PrivateConfirmation } from '#signing/private/confirmation';
import { readPrivatePlan, writePrivatePlan } from '#signing/private/plan-json';
import { signPrivatePlan } from '#signing/private/sign-plan';
import { GAS_PRICE, type Journey, startJourney, type User } from './pool-journey.test-setup.ts';
import { type BroadcasterFee, planPrivate, provePrivate } from './private-transaction.ts';
import type { PrivateTransaction } from './private-transaction-calls.ts';
import { provePlanned } from './prove-planned.ts';
import { lookUntilComplete } from './scan.ts';
import { type StoredPlan, writeStoredPlan } from './stored-plan.ts';
import { loadWalletBySight, unloadWallet } from './wallets.ts';

const NOTE = 399n;
const stranger = '0x00000000000000000000000000000000000000A1';
const units = (text: string) => parseUnits(text, 18);

/** A user whose keys the engine doesn't have. */
interface Owner extends User {
  readonly keys: WalletKeys;
}

let journey: Journey;
let bob: User;
beforeAll(async () => {
  journey = await startJourney();
  bob = await journey.addUser();
});
afterAll(() => journey?.stop());

describe('a wallet that the engine only sees', () => {
  it('pays what its owner’s own device checked and signed', async () => {
    const owner = await addOwner();
    await journey.shield(owner, [units('100')]);
    const fee = { token: journey.bench.token, feePerUnitGas: 1500n, recipient: bob.privateAddress };
    const before = await journey.balance(bob, journey.bench.token);
    const proved = await payOutside(owner, transferTo(bob, units('40')), fee);
    await journey.send(proved);
    expect((await journey.balance(bob, journey.bench.token)) - before).toBe(
      units('40') + (proved.broadcasterFee ?? 0n),
    );
    expect(await journey.balance(owner, journey.bench.token)).toBe(
      units('59.75') - (proved.broadcasterFee ?? 0n),
    );
  });

  it('pays a public address', async () => {
    const owner = await addOwner();
    await journey.shield(owner, [units('100')]);
    const amount = units('40');
    const before = await balanceOf(stranger);
    await journey.send(
      await payOutside(owner, {
        ...{ kind: 'unshield', token: journey.bench.token, amount, recipient: stranger },
      }),
    );
    expect((await balanceOf(stranger)) - before).toBe(units('39.9'));
  });

  it('pays the native coin', async () => {
    const owner = await addOwner();
    await journey.shield(owner, [units('10')], true);
    const { client, wrappedNative: token } = journey.bench;
    const before = await client.getBalance({ address: stranger });
    const native = { kind: 'unshield-native', token, recipient: stranger } as const;
    await journey.send(await payOutside(owner, { ...native, amount: units('4') }));
    expect((await client.getBalance({ address: stranger })) - before).toBe(units('3.99'));
  });

  it.each(['transfer', 'unshield'] as const)('pays by several proofs: %s', async (kind) => {
    const owner = await addOwner();
    await journey.shield(owner, [NOTE + 1n, NOTE + 1n, NOTE + 1n]);
    const amount = 3n * NOTE - 100n;
    const { token } = journey.bench;
    const payment =
      kind === 'transfer' ? transferTo(bob, amount) : { kind, token, amount, recipient: stranger };
    const before = await journey.balance(bob, token);
    const stored = await plan(owner, payment);
    expect(stored.toSign.parts).toHaveLength(2);
    await journey.send(await signAndProve(owner, payment, stored));
    if (kind === 'transfer') expect((await journey.balance(bob, token)) - before).toBe(amount);
    expect(await journey.balance(owner, token)).toBe(100n);
  });

  it('is not paid for by anything but its own signatures', async () => {
    const owner = await addOwner();
    await journey.shield(owner, [units('100')]);
    const payment = transferTo(bob, units('1'));
    const stored = await plan(owner, payment);
    const again = await plan(owner, payment);
    const signatures = await sign(owner, payment, stored);
    const proveWith = (texts: readonly string[], of: StoredPlan = stored) =>
      provePlanned(journey.engine, { stored: writeStoredPlan(of), signatures: texts });
    await expect(proveWith([])).rejects.toThrow('not of its plan');
    await expect(proveWith(signatures, again)).rejects.toThrow('not of its plan');
    const changed = signatures.map((text) =>
      text.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    );
    await expect(proveWith(changed)).rejects.toThrow('not of its plan');
    await expect(sign(await addOwner(), payment, stored)).rejects.toThrow('ciphertext');
    // The engine has no key to sign with.
    await expect(provePrivate(journey.engine, request(owner, payment, null))).rejects.toThrow(
      'not of its plan',
    );
  });
});

/** Its words are known only here. */
async function addOwner(): Promise<Owner> {
  const user = await journey.addUser();
  unloadWallet(user.walletId);
  const entropy = wordsToEntropy(user.mnemonic);
  if (entropy === null) throw new Error('These are no words.');
  const keys = deriveKeys(entropyToSeed(entropy));
  const sight = { ...viewingKeysOf(keys), shieldKey: deriveShieldKey(keys.account) };
  const { encryptionKey } = user;
  const seen = await loadWalletBySight(journey.engine, {
    ...{ encryptionKey, sight: packSight(sight), createdAtBlock: null },
  });
  expect(seen.privateAddress).toBe(user.privateAddress);
  expect(seen.walletId).not.toBe(user.walletId);
  return { ...user, ...seen, keys };
}

function transferTo(user: User, amount: bigint): PrivateTransaction {
  const { token } = journey.bench;
  const memo = 'For lunch';
  return {
    ...{ kind: 'transfer', token, amount, recipient: user.privateAddress, memo },
    showSender: true,
  };
}

function request(owner: Owner, transaction: PrivateTransaction, fee: BroadcasterFee | null) {
  return { spender: owner, transaction, gasPrice: GAS_PRICE, fee };
}

async function plan(owner: Owner, payment: PrivateTransaction, fee: BroadcasterFee | null = null) {
  await lookUntilComplete(journey.engine, { walletId: owner.walletId, withinMs: 600_000 });
  return planPrivate(journey.engine, request(owner, payment, fee));
}

async function payOutside(
  owner: Owner,
  payment: PrivateTransaction,
  fee: BroadcasterFee | null = null,
) {
  return signAndProve(owner, payment, await plan(owner, payment, fee));
}

async function signAndProve(owner: Owner, payment: PrivateTransaction, stored: StoredPlan) {
  const signatures = await sign(owner, payment, stored);
  return provePlanned(journey.engine, { stored: writeStoredPlan(stored), signatures });
}

/** As the owner's own device does: with what it was sent, what was confirmed and the keys, and nothing of the engine. */
async function sign(owner: Owner, payment: PrivateTransaction, stored: StoredPlan) {
  const { token, broadcasterFee } = { ...payment, ...stored };
  const fee =
    broadcasterFee === null ? null : { token, most: broadcasterFee, mostPerGas: GAS_PRICE };
  const confirmation = {
    ...{ memo: null, ...payment, chainId: 31337, fee },
  } as PrivateConfirmation;
  const sent = readPrivatePlan(JSON.parse(JSON.stringify(writePrivatePlan(stored.toSign))));
  if (sent === null) throw new Error('The plan is not readable.');
  const check = await checkPrivatePlan(sent, confirmation, {
    keys: viewingKeysOf(owner.keys),
    contracts: { relayAdapt: journey.bench.pool.relayAdapt },
  });
  if (!check.ok) throw new Error(check.check);
  return signPrivatePlan(check.plan, owner.keys.spending);
}

function balanceOf(address: string): Promise<bigint> {
  const { client, token, abi } = journey.bench;
  const read = { address: token, abi: abi.token, functionName: 'balanceOf', args: [address] };
  return client.readContract(read) as Promise<bigint>;
}
