import { walletForID } from '@railgun-community/wallet';
import { type Hex, parseUnits } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Deployment } from '#sandbox/chain/deployment';
import { POOL_CHAIN_ID } from '#sandbox/railgun/pool.test-setup';
import { createShieldedFaucet } from '#sandbox/seed/shielded-faucet';
import { readHistory } from './history.ts';
import { GAS_PRICE, type Journey, startJourney, type User } from './pool-journey.test-setup.ts';
import { estimatePrivate } from './private-transaction.ts';
import type { PrivateTransaction } from './private-transaction-calls.ts';
import { LOCAL_NETWORK, proveSeparately } from './prove-separately.test-setup.ts';
import { estimateShield } from './shield.ts';

const stranger: Hex = '0x00000000000000000000000000000000000000A1';
const units = (amount: string) => parseUnits(amount, 18);

let journey: Journey;
let alice: User;
let bob: User;
let relay: User;
let token: Hex;
let wrapped: Hex;
beforeAll(async () => {
  journey = await startJourney();
  alice = await journey.addUser();
  bob = await journey.addUser();
  relay = await journey.addUser();
  token = journey.bench.token;
  wrapped = journey.bench.wrappedNative;
});
afterAll(() => journey?.stop());

it('shields a token and the native coin, less a quarter of a percent', async () => {
  expect([journey.engine.shieldFeeBps, journey.engine.unshieldFeeBps]).toEqual([25n, 25n]);
  const estimate = await estimateShield(journey.engine, {
    token,
    amount: units('1000'),
    isNative: false,
    recipient: alice.privateAddress,
    payer: alice.account.address,
    shieldKey: `0x${'01'.repeat(32)}`,
  });
  const receipt = await journey.shield(alice, [units('1000')]);
  expect(Math.abs(Number(estimate - receipt.gasUsed))).toBeLessThan(20_000);
  expect(await journey.balance(alice, token)).toBe(units('997.5'));
  await journey.shield(alice, [units('20')], true);
  expect(await journey.balance(alice, wrapped)).toBe(units('19.95'));
});

it('transfers without a trace of either public address, and the recipient reads sender and memo', async () => {
  const transaction = transfer(bob, '40', { memo: 'for lunch', showSender: true });
  const { gas } = await estimatePrivate(journey.engine, {
    spender: alice,
    transaction,
    gasPrice: GAS_PRICE,
    fee: null,
  });
  const proved = await journey.prove(alice, transaction);
  const receipt = await journey.send(proved);
  expect(receipt.gasUsed).toBeLessThan(gas + 20_000n);
  expect(receipt.from).toBe(journey.broadcaster.address.toLowerCase());
  const onChain = JSON.stringify([
    proved.data,
    receipt.logs.map(({ data, topics }) => [data, topics]),
  ]);
  for (const { account } of [alice, bob]) {
    expect(onChain.toLowerCase()).not.toContain(account.address.slice(2).toLowerCase());
  }
  expect(await journey.balance(bob, token)).toBe(units('40'));
  expect(await journey.balance(alice, token)).toBe(units('957.5'));
  const [item] = await readHistory(journey.engine, bob.walletId);
  expect(item).toMatchObject({
    kind: 'received',
    transactionHash: receipt.transactionHash,
    received: [{ amount: units('40'), counterparty: alice.privateAddress, memo: 'for lunch' }],
  });
});

it('shows no one as the sender to whom only the half of an address belongs that anyone can write', async () => {
  const mallory = await journey.addUser();
  await journey.shield(mallory, [units('10')]);
  // What a note says is the master public key; the viewing key takes part in the key that encrypts it.
  await journey.balance(mallory, token);
  const wallet = walletForID(mallory.walletId);
  const { masterPublicKey } = walletForID(alice.walletId).addressKeys;
  const mixed = { ...wallet.addressKeys, masterPublicKey };
  Object.defineProperty(wallet, 'addressKeys', { get: () => mixed, configurable: true });
  const claim = { memo: 'It’s me, Alice', showSender: true };
  const proofs = await proveSeparately(
    ...([LOCAL_NETWORK, mallory, transfer(bob, '1', claim)] as const),
  ).finally(() => Reflect.deleteProperty(wallet, 'addressKeys'));
  const unsized = { ...proofs, value: 0n, broadcasterFee: null, provedInMs: 0 };
  const { transactionHash } = await journey.send({ ...unsized, gasLimit: 5_000_000n });
  expect(await journey.balance(bob, token)).toBe(units('41'));
  const [item] = await readHistory(journey.engine, bob.walletId);
  const [received] = item?.received ?? [];
  expect(item).toMatchObject({ transactionHash, received: [{ memo: claim.memo }] });
  const alike = alice.privateAddress.slice(0, 20);
  expect(received?.counterparty?.startsWith(alike)).toBe(true);
  expect(received?.counterparty).not.toBe(alice.privateAddress);
  await journey.send(await journey.prove(bob, transfer(mallory, '1')));
});

it('pays the broadcaster with a note of the same token', async () => {
  const fee = { token, feePerUnitGas: 2n * 10n ** 18n, recipient: relay.privateAddress };
  const proved = await journey.prove(alice, transfer(bob, '10'), fee);
  expect(proved.broadcasterFee).toBeGreaterThan(0n);
  await journey.send(proved);
  expect(await journey.balance(relay, token)).toBe(proved.broadcasterFee ?? 0n);
  expect(await journey.balance(bob, token)).toBe(units('50'));
  expect(await journey.balance(alice, token)).toBe(units('947.5') - (proved.broadcasterFee ?? 0n));
  const [last] = await readHistory(journey.engine, alice.walletId);
  expect(last).toMatchObject({ kind: 'sent', broadcasterFee: proved.broadcasterFee });
});

it('pays the broadcaster with a note of another token', async () => {
  const fee = { token: wrapped, feePerUnitGas: 10n ** 18n, recipient: relay.privateAddress };
  const proved = await journey.prove(alice, transfer(bob, '10'), fee);
  await journey.send(proved);
  expect(await journey.balance(relay, wrapped)).toBe(proved.broadcasterFee ?? 0n);
  expect(await journey.balance(bob, token)).toBe(units('60'));
});

it('unshields a token to any public address, less a quarter of a percent', async () => {
  await journey.send(await journey.prove(bob, unshield('unshield', '10')));
  expect(await tokenBalance(stranger)).toBe(units('9.975'));
  expect(await journey.balance(bob, token)).toBe(units('50'));
  const [last] = await readHistory(journey.engine, bob.walletId);
  expect(last).toMatchObject({
    kind: 'unshield',
    unshielded: [{ amount: units('9.975'), counterparty: stranger }],
    poolFee: units('0.025'),
  });
});

it('unshields the native coin as itself, with and without a paid broadcaster', async () => {
  await journey.send(await journey.prove(alice, unshield('unshield-native', '2')));
  expect(await nativeBalance(stranger)).toBe(units('1.995'));
  const fee = { token: wrapped, feePerUnitGas: 10n ** 18n, recipient: relay.privateAddress };
  await journey.send(await journey.prove(alice, unshield('unshield-native', '2'), fee));
  expect(await nativeBalance(stranger)).toBe(units('3.99'));
});

it('spends a note to the last unit, and mixes up nothing when two users prove at the same time', async () => {
  const [ofAlice, ofBob] = await Promise.all([
    journey.prove(alice, transfer(relay, '1')),
    journey.prove(bob, transfer(relay, '50')),
  ]);
  await journey.send(ofBob);
  await journey.send(ofAlice);
  expect(await journey.balance(bob, token)).toBe(0n);
});

// Takes minutes of both cores.
it.runIf(process.env.PROOFS === 'all')(
  'lets two users pay ten times each at the same time without a mix-up',
  async () => {
    const payers = [await journey.addUser(), await journey.addUser()];
    const payee = await journey.addUser();
    for (const payer of payers) await journey.shield(payer, [units('200')]);
    for (let round = 1; round <= 10; round += 1) {
      const proved = await Promise.all(
        payers.map((payer, index) =>
          journey.prove(payer, transfer(payee, `${round * (index + 1)}`)),
        ),
      );
      for (const each of proved) await journey.send(each);
    }
    const [first, second] = payers;
    if (!first || !second) throw new Error('Two payers are needed.');
    expect(await journey.balance(first, token)).toBe(units('144.5'));
    expect(await journey.balance(payee, token)).toBe(units('165'));
  },
);

it("reads what the sandbox's faucet paid into the pool, which is what was granted, once", async () => {
  const carol = await journey.addUser();
  const { bench } = journey;
  const { pool: proxy, relayAdapt } = bench.pool;
  const shieldedPool = { proxy, relayAdapt, wrappedNative: wrapped, deploymentBlock: 0 };
  const deployment = { chainId: POOL_CHAIN_ID, kax: token, shieldedPool } as unknown as Deployment;
  const faucet = createShieldedFaucet({ deployment, call: bench.chain.call });
  const grant = { name: 'seed', to: carol.privateAddress };
  const amounts = [{ symbol: 'KAX', amount: '100' }] as const;
  await faucet?.pay({ ...grant, amounts });
  await faucet?.pay({ ...grant, amounts });
  expect(await journey.balance(carol, token)).toBe(units('100'));
});

it('finds the same balances in a fresh engine with nothing but the phrase', async () => {
  const phrase = alice.mnemonic;
  const known = await journey.balance(alice, wrapped);
  await journey.restartEngine();
  const again = await journey.addUser(phrase);
  expect(again.privateAddress).toBe(alice.privateAddress);
  expect(await journey.balance(again, wrapped)).toBe(known);
});

function transfer(
  to: User,
  amount: string,
  over: { memo?: string; showSender?: boolean } = {},
): PrivateTransaction {
  const recipient = to.privateAddress;
  return { kind: 'transfer', token, amount: units(amount), recipient, showSender: false, ...over };
}

function unshield(kind: 'unshield' | 'unshield-native', amount: string): PrivateTransaction {
  const of = kind === 'unshield' ? token : wrapped;
  return { kind, token: of, amount: units(amount), recipient: stranger };
}

function tokenBalance(account: Hex): Promise<unknown> {
  const { client, abi } = journey.bench;
  return client.readContract({
    address: token,
    abi: abi.token,
    functionName: 'balanceOf',
    args: [account],
  });
}

function nativeBalance(address: Hex): Promise<bigint> {
  return journey.bench.client.getBalance({ address });
}
