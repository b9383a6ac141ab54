import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { feeCeiling } from '#domain/operation/fee-ladder';
import {
  readConfirmation,
  readPrivateConfirmation,
  readSendConfirmation,
} from '#signing/messages/confirmation-message';
import type { SignerOutcome } from '#signing/messages/protocol';
import { shieldCall } from '#signing/public/shield-call';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { buildUser } from '#testing/user';
import { internalTransfer } from '#wire/wallet/internal-transfer';
import { sendTokens } from '#wire/wallet/send-tokens';
import { shield } from '#wire/wallet/shield';
import { unshield } from '#wire/wallet/unshield';
import { callApi } from '../api-client.ts';
import { STORAGE_KEYS, writeStored, writeTokens } from '../storage.ts';
import { hostSigner, openSigning, type SigningDecision } from './open-signing.ts';
import { buildNote, buildPlanOnWire, type PartToBuild } from './private-plan.test-setup.ts';

const SEND = 'POST /api/wallet/public/send-tokens';
const SIGN = 'POST /api/wallet/operations/operation-1/signatures';
const CANCEL = 'POST /api/wallet/operations/operation-1/cancel';
const RECIPIENT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const SIGNATURE = `0x${'0a'.repeat(65)}`;
const payment = {
  body: { tokenId: 'polygon-usdc', amount: '1200000000', recipientAddress: RECIPIENT },
  idempotencyKey: 'key-1',
};

const waiting = buildOperationView({ id: 'operation-1', status: 'awaiting_signature' });
const sentOperation = buildOperationView({ id: 'operation-1' });
const hash = sentOperation.transactionHash ?? '';
const hashes = { transactionHash: hash, hash };
const sent: FakeResponse = {
  body: { transaction: { hash }, ...hashes, data: hashes, operation: sentOperation },
};
const contract = '0x2791bca1f2de4661ed88a30c99a7a9449aa84174';
const offered = (expiresAt = new Date(Date.now() + 120_000)): FakeResponse => ({
  status: 202,
  body: {
    operation: waiting,
    toSign: {
      planId: 'plan-1',
      expiresAt: expiresAt.toISOString(),
      public: {
        account: '0xa11ce',
        chainId: 137,
        call: { nonce: 3, to: contract, value: '0', data: '0xa9059cbb', gas: '60000' },
        approval: null,
        fees: { maxFeePerGas: '100', maxPriorityFeePerGas: '30', feeCap: '1000000000000000000' },
        rungs: 3,
      },
    },
  },
});
const cancelled: FakeResponse = { body: { data: { ...waiting, status: 'failed' } } };

let leave: () => void;
beforeEach(() => {
  localStorage.clear();
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  leave = hostSigner();
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

function startApi(responses: Parameters<typeof createFakeApi>[0]) {
  const api = createFakeApi({ [SEND]: () => offered(), [CANCEL]: () => cancelled, ...responses });
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

async function opened() {
  return vi.waitFor(() => {
    const signing = openSigning();
    if (signing === null || signing.isSending) throw new Error('not open');
    return signing;
  });
}

const signed: SignerOutcome = { outcome: 'signed', planId: 'plan-1', signatures: [SIGNATURE] };
/** A shield with its approval, as the server plans it. */
function offeredShield(token: string | null): FakeResponse {
  const word = `0x${'0b'.repeat(32)}`;
  const random = { npk: word, shieldKey: word, encryptedBundle: [word, word, word] as const };
  const contracts = { pool: contract, relayAdapt: RECIPIENT, wrappedNative: RECIPIENT };
  const { to, value, data } = shieldCall({ token, amount: 5_000_000n }, random, contracts);
  const { toSign, ...rest } = (offered() as { body: { toSign: { public: object } } }).body;
  const call = { nonce: 4, to, value: value.toString(), data, gas: '900000' };
  const approval = { nonce: 3, to: contract, value: '0', data: '0x095ea7b3', gas: '50000' };
  const plan = { ...toSign.public, call, approval: token === null ? null : approval };
  return { status: 202, body: { ...rest, toSign: { ...toSign, public: plan } } };
}

const paths = ({ seen }: ReturnType<typeof startApi>) => seen.map(({ path }) => path);

test('gives the signer what the user confirmed, and sends what it signs', async () => {
  const api = startApi({ [SIGN]: () => sent });

  const result = callApi(sendTokens, payment);
  const { details, decide } = await opened();
  expect(details).toMatchObject({ orderId: 'key-1', planId: 'plan-1' });
  expect(readSendConfirmation(details.confirmation)).toEqual({
    ...{ kind: 'send', chainId: 137, token: contract, recipient: RECIPIENT.toLowerCase() },
    // Of the dearest rung, which has twice the fee.
    ...{ amount: 1_200_000_000n, feeCeiling: 60_000n * 200n },
  });
  decide(signed);

  expect(await result).toMatchObject({ ok: true, data: { hash } });
  expect(api.seen.at(-1)?.body).toEqual({ planId: 'plan-1', signatures: [SIGNATURE] });
  expect(openSigning()).toBeNull();
});

test.each([
  ['cancelled', 'Not approved. Nothing was sent.'],
  ['expired', 'This took too long. Nothing was sent. Try again.'],
  ['unavailable', 'Your keys can’t be reached in this browser. Nothing was sent. Try again.'],
] as const)('cancels what ends as %s, and says so', async (outcome, message) => {
  const api = startApi({});

  const result = callApi(sendTokens, payment);
  (await opened()).decide({ outcome });

  expect(await result).toEqual({ ok: false, error: { code: 'aborted', message, status: 202 } });
  expect(paths(api)).toContain('/api/wallet/operations/operation-1/cancel');
  expect(openSigning()).toBeNull();
});

test('cancels a plan that the signer refuses', async () => {
  const api = startApi({});

  const result = callApi(sendTokens, payment);
  (await opened()).decide({ outcome: 'refused', check: 'recipient', isReported: false });

  expect(await result).toMatchObject({
    error: { message: 'The plan for this payment wasn’t what you confirmed. Nothing was signed.' },
  });
  expect(paths(api)).toContain('/api/wallet/operations/operation-1/cancel');
});

test('sends the same signatures again where the connection was lost', async () => {
  let tries = 0;
  const api = startApi({
    [SIGN]: () => {
      tries += 1;
      if (tries === 1) throw new TypeError('Failed to fetch');
      return sent;
    },
  });

  const result = callApi(sendTokens, payment);
  (await opened()).decide(signed);

  expect(await result).toMatchObject({ ok: true });
  const [first, second] = api.seen.filter(({ path }) => path.endsWith('/signatures'));
  expect(second?.body).toEqual(first?.body);
});

test('reports what the server refuses of it', async () => {
  const body = { error: 'This payment waited too long.', code: 'plan-expired' };
  startApi({ [SIGN]: () => ({ status: 409, body }) });

  const result = callApi(sendTokens, payment);
  (await opened()).decide(signed);

  expect(await result).toMatchObject({ ok: false, error: { code: 'plan-expired' } });
});

test('a sign-out closes it, and nothing is sent', async () => {
  startApi({});

  const result = callApi(sendTokens, payment);
  await opened();
  leave();

  expect(await result).toMatchObject({ error: { message: 'Not approved. Nothing was sent.' } });
});

test('where nothing shows the signer, it is cancelled at once', async () => {
  leave();
  const api = startApi({});

  expect(await callApi(sendTokens, payment)).toMatchObject({
    error: { message: 'Your keys can’t be reached in this browser. Nothing was sent. Try again.' },
  });
  expect(paths(api)).toContain('/api/wallet/operations/operation-1/cancel');
});

test('several payments queue', async () => {
  startApi({ [SIGN]: () => sent });

  const first = callApi(sendTokens, payment);
  const second = callApi(sendTokens, { ...payment, idempotencyKey: 'key-2' });
  const one = await opened();
  one.decide(signed);
  await first;
  const other = await opened();
  expect(other.call).not.toBe(one.call);
  other.decide({ outcome: 'cancelled' });

  expect(await second).toMatchObject({ ok: false });
});

test.each([contract, null])(
  'of a shield of %s, gives the signer token and amount',
  async (token) => {
    const api = startApi({
      'POST /api/wallet/shield': () => offeredShield(token),
      [SIGN]: () => ({ body: { ...hashes, data: hashes, operation: sentOperation } }),
    });
    const body = { tokenId: 'polygon-usdc', amount: '5000000' };
    const result = callApi(shield, { body, idempotencyKey: 'key-2' });
    const signing = await opened();
    const { confirmation } = signing.details;
    const gas = token === null ? 900_000n : 950_000n;
    expect(readConfirmation(confirmation)).toEqual({
      ...{ kind: 'shield', chainId: 137, token, amount: 5_000_000n },
      feeCeiling: feeCeiling(
        gas,
        { maxFeePerGas: 100n, maxPriorityFeePerGas: 30n, feeCap: 10n ** 18n },
        3,
      ),
    });
    signing.decide(signed);
    expect(await result).toMatchObject({ ok: true, data: { hash } });
    expect(paths(api)).toContain('/api/wallet/operations/operation-1/signatures');
  },
);

describe('a payment from the private balance', () => {
  const TRANSFER = 'POST /api/wallet/private/internal-transfer';
  const UNSHIELD = 'POST /api/wallet/unshield';
  const CAROL = `0zk1${'q'.repeat(123)}`;
  const OWN = buildUser().wallet;
  const WRAPPED = `0x${'0d'.repeat(20)}`;
  const RELAY_ADAPT = `0x${'0a'.repeat(20)}`;
  const PROVED_LATER = buildOperationView({ ...sentOperation, transactionHash: null });
  const noHashes = { transactionHash: null, hash: null };
  const queued: FakeResponse = {
    body: { ...noHashes, data: noHashes, operation: PROVED_LATER },
  };
  const transfer = {
    ...{ tokenId: 'polygon-usdc', amount: '5000000' },
    ...{ recipientAddress: CAROL, senderAddress: OWN.privateWalletAddress },
  };
  const leaving = { tokenId: 'polygon-usdc', amount: '5000000' };
  const paysFive: PartToBuild = {
    token: contract,
    outputs: [buildNote('payment', 5_000_000n), buildNote('change', 7n)],
  };
  const paysOut = (recipient: string, token = contract): PartToBuild => ({
    token,
    outputs: [buildNote('change', 7n), { role: 'unshield', value: 5_000_000n, recipient }],
  });
  const common = { chainId: 137, token: contract, amount: 5_000_000n, fee: null };
  const sentPrivately = { ...common, kind: 'transfer', recipient: CAROL, memo: null };

  function offer(parts: readonly PartToBuild[]): FakeResponse {
    return offerJson(buildPlanOnWire(parts));
  }

  function offerJson(plan: object): FakeResponse {
    const expiresAt = new Date(Date.now() + 120_000).toISOString();
    const toSign = { planId: 'plan-1', expiresAt, private: plan };
    return { status: 202, body: { operation: waiting, toSign } };
  }

  /** Ends it before anything is compared, so that a test that fails leaves nothing open. */
  async function shown(result: Promise<unknown>, decision: SigningDecision) {
    const { details, decide } = await opened();
    decide(decision);
    const response = await result;
    return { response, details, confirmation: readPrivateConfirmation(details.confirmation) };
  }

  test.each([
    ['nothing said', {}, { memo: null, showSender: false }],
    ['a message', { message: '  Train tickets ' }, { memo: 'Train tickets', showSender: false }],
    ['a blank message', { message: ' \t ' }, { memo: null, showSender: false }],
    ['the sender shown', { showsSender: true }, { memo: null, showSender: true }],
  ])('within the pool, with %s', async (_, more, expected) => {
    startApi({ [TRANSFER]: () => offer([paysFive]), [SIGN]: () => queued });
    const body = { ...transfer, recipientAddress: ` ${CAROL.toUpperCase()} `, ...more };
    const result = callApi(internalTransfer, { body, idempotencyKey: 'key-3' });
    const { response, details, confirmation } = await shown(result, signed);
    expect(confirmation).toEqual({ ...sentPrivately, ...expected });
    expect(details).toMatchObject({ orderId: 'key-3', planId: 'plan-1' });
    expect(details.plan).toEqual(buildPlanOnWire([paysFive]));
    expect(response).toMatchObject({ ok: true, data: { operation: { id: 'operation-1' } } });
  });

  test('is signed without waiting for its proof, and a public one with waiting', async () => {
    const api = startApi({
      [TRANSFER]: () => offer([paysFive]),
      [SIGN]: ({ headers }) => (headers.get('prefer') === 'respond-async' ? queued : sent),
    });
    const privately = callApi(internalTransfer, { body: transfer, idempotencyKey: 'key-3' });
    (await opened()).decide(signed);
    expect(await privately).toMatchObject({ data: { hash: null } });
    const publicly = callApi(sendTokens, payment);
    (await opened()).decide(signed);
    expect(await publicly).toMatchObject({ data: { hash } });
    const signatures = api.seen.filter(({ path }) => path.endsWith('/signatures'));
    expect(signatures.map(({ headers }) => headers.get('prefer'))).toEqual(['respond-async', null]);
  });

  test('names all that the broadcaster gets, and the highest price that it is bound to', async () => {
    const fees = [buildNote('fee', 30n), buildNote('change', 7n), buildNote('fee', 12n)];
    startApi({
      [TRANSFER]: () =>
        offer([
          { token: WRAPPED, outputs: fees, minGasPrice: 40n },
          { ...paysFive, minGasPrice: 41n },
        ]),
    });
    const result = callApi(internalTransfer, { body: transfer, idempotencyKey: 'key-3' });
    const { confirmation } = await shown(result, { outcome: 'cancelled' });
    const fee = { token: WRAPPED, most: 42n, mostPerGas: 41n };
    expect(confirmation).toEqual({ ...sentPrivately, showSender: false, fee });
  });

  test.each([
    ['another address', { recipientAddress: RECIPIENT }, RECIPIENT],
    ['oneself', {}, OWN.publicWalletAddress],
  ])('out of the pool to %s, whatever its plan says', async (_, to, recipient) => {
    writeStored(STORAGE_KEYS.user, JSON.stringify(buildUser()));
    startApi({ [UNSHIELD]: () => offer([paysOut(RELAY_ADAPT)]) });
    const body = { ...leaving, ...to };
    const result = callApi(unshield, { body, coin: { isNative: false }, idempotencyKey: 'key-4' });
    const { confirmation } = await shown(result, { outcome: 'cancelled' });
    const expected = { ...common, kind: 'unshield', recipient: recipient.toLowerCase() };
    expect(confirmation).toEqual(expected);
  });

  test('out of the pool as the native coin, because the user chose that', async () => {
    startApi({ [UNSHIELD]: () => offer([paysOut(RELAY_ADAPT, WRAPPED)]) });
    const body = { ...leaving, tokenId: 'polygon-pol', recipientAddress: RECIPIENT };
    const result = callApi(unshield, { body, coin: { isNative: true }, idempotencyKey: 'key-4' });
    const { confirmation } = await shown(result, { outcome: 'cancelled' });
    const recipient = RECIPIENT.toLowerCase();
    const native = { ...common, kind: 'unshield-native', token: WRAPPED, recipient };
    expect(confirmation).toEqual(native);
  });

  const noUser = { body: leaving, idempotencyKey: 'key-4' };
  const toCarol = { body: transfer, idempotencyKey: 'key-3' };
  test.each([
    [
      'can’t be read',
      TRANSFER,
      offerJson({ parts: 'none' }),
      () => callApi(internalTransfer, toCarol),
    ],
    ['pays nothing', TRANSFER, offer([]), () => callApi(internalTransfer, toCarol)],
    ['is a public one', TRANSFER, offered(), () => callApi(internalTransfer, toCarol)],
    [
      'pays an unknown user',
      UNSHIELD,
      offer([paysOut(RECIPIENT)]),
      () => callApi(unshield, noUser),
    ],
    ['pays privately instead', SEND, offer([paysFive]), () => callApi(sendTokens, payment)],
  ] as const)('is not shown to be signed when its plan %s', async (_, call, response, pay) => {
    const api = startApi({ [call]: () => response });
    expect(await pay()).toMatchObject({
      error: {
        message: 'The plan for this payment wasn’t what you confirmed. Nothing was signed.',
      },
    });
    expect(openSigning()).toBeNull();
    expect(paths(api)).toContain('/api/wallet/operations/operation-1/cancel');
  });
});
