import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { feeCeiling } from '#domain/operation/fee-ladder';
import { readConfirmation, readSendConfirmation } from '#signing/messages/confirmation-message';
import type { SignerOutcome } from '#signing/messages/protocol';
import { shieldCall } from '#signing/public/shield-call';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { sendTokens } from '#wire/wallet/send-tokens';
import { shield } from '#wire/wallet/shield';
import { callApi } from '../api-client.ts';
import { writeTokens } from '../storage.ts';
import { hostSigner, openSigning } from './open-signing.ts';

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

  expect(await result).toEqual({ ok: false, error: { code: 'aborted', message, status: null } });
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
