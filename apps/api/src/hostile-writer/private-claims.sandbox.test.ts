import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { uuidOf } from '#testing/operation';
import { createShieldedSeals } from '../adapters/key-vault/shielded-seals.ts';
import { addUsers } from '../adapters/postgres/accounts/users.test-setup.ts';
import { createDatabase } from '../adapters/postgres/connection/connect.ts';
import { addClaim } from '../adapters/postgres/operations/claim-ends.test-setup.ts';
import { createPostgresPrivateTransactions } from '../adapters/postgres/shielded/private-transactions.test-setup.ts';
import { createTestDatabase } from '../adapters/postgres/test-database.test-setup.ts';
import {
  type PrivateTransactionJob,
  privateTransactionRequestLine,
} from '../ports/private-transactions.ts';
import { claimWalletContext, packClaim, type RunKey } from '../ports/shielded-seals.ts';
import { createClaimWallets } from '../shielding/claim-wallets.ts';
import type { ShieldingPorts } from '../shielding/shielding-ports.ts';
import { LEASE_MS, msAfter, requestOf, userOf } from '../simulator/private-transaction-steps.ts';

const CHAIN = 31337;
const WALLET = '0zkclaim' as PrivateAddress;
const OTHER = '0zkother' as PrivateAddress;
const seals = createShieldedSeals(randomBytes(32));
const run = seals.createRunKey(CHAIN);
let pool: pg.Pool;

beforeAll(async () => {
  pool = createDatabase(await createTestDatabase()).pool;
});
beforeEach(async () => {
  await pool.query('truncate operations, users cascade');
  await addUsers(
    pool,
    [1, 2].map((n) => Number.parseInt(userOf(n).slice(-12), 16)),
  );
});
afterAll(() => pool?.end());

/** What opens a wallet, sealed for an operation as the API does. */
function sealedFor(n: number, key: Pick<RunKey, 'publicKey'> = run): Buffer {
  const packed = packClaim({ entropy: Buffer.alloc(16, n), createdAtBlock: n });
  return seals.sealTo(key.publicKey, packed, claimWalletContext(uuidOf(n), CHAIN));
}

/** Stores the ends of two claims, lets a hostile writer change the first one's row, and claims it as the prover does. */
async function claimAfter(change: string, values: readonly unknown[]) {
  const queue = createPostgresPrivateTransactions({ pool });
  for (const n of [1, 2]) {
    const endsClaim = uuidOf(0xc1a0 + n);
    await addClaim(pool, userOf(n), endsClaim);
    const spender = { address: n === 1 ? WALLET : OTHER, sealed: sealedFor(n) };
    const request = requestOf(n, 'unshield', { endsClaim, spender, ms: n });
    const { terms } = request;
    const line = privateTransactionRequestLine({
      ...{ operationId: request.details.id, userId: userOf(n), terms },
    });
    const stored = await queue.store({ ...request, signature: seals.sign('spend', line) });
    expect(stored.kind).toBe('stored');
  }
  await pool.query(
    `update private_transactions set ${change} where operation_id = '${uuidOf(1)}'`,
    [...values],
  );
  const job = await queue.claimNext({ now: msAfter(10_000), leaseMs: LEASE_MS });
  if (job?.operationId !== uuidOf(1)) throw new Error('The first end was not claimed.');
  return job;
}

const isOrdered = (job: PrivateTransactionJob) =>
  seals.isSigned('spend', privateTransactionRequestLine(job), job.signature);

function opened(job: PrivateTransactionJob) {
  const ports = { pool: { chainId: CHAIN }, key: run, report: () => {} };
  const wallets = createClaimWallets(ports as unknown as ShieldingPorts);
  return wallets.openSealed(job.operationId, job.terms.spender?.sealed ?? Buffer.alloc(0));
}

it('the end of a claim that no one changed is ordered, and its wallet opens', async () => {
  const job = await claimAfter('share = null', []);
  expect(isOrdered(job)).toBe(true);
  expect(opened(job)).toEqual({ entropy: new Uint8Array(16).fill(1), createdAtBlock: 1 });
});

it.each([
  ['the wallet of another claim', OTHER],
  ['the wallet of its user', null],
])('whoever has it spend from %s makes it one that no one ordered', async (_what, address) => {
  expect(isOrdered(await claimAfter('spender = $1', [address]))).toBe(false);
});

it('what is sealed for the end of another claim opens nothing in its place', async () => {
  const job = await claimAfter('sealed_spender = $1', [sealedFor(2)]);
  expect(isOrdered(job)).toBe(true);
  expect(opened(job)).toBeNull();
});

it('what is sealed for another run, or by whoever knows only its public key, opens nothing', async () => {
  const other = seals.createRunKey(CHAIN);
  expect(opened(await claimAfter('sealed_spender = $1', [sealedFor(1, other)]))).toBeNull();
  const stranger = createShieldedSeals(randomBytes(32));
  const packed = packClaim({ entropy: Buffer.alloc(16, 9), createdAtBlock: null });
  const context = claimWalletContext(uuidOf(1), CHAIN);
  const forged = stranger.sealTo(run.publicKey, packed, context);
  await pool.query('truncate operations, claims cascade');
  expect(opened(await claimAfter('sealed_spender = $1', [forged]))).toBeNull();
});
