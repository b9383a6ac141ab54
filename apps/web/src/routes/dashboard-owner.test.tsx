import { act, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPrivateConfirmation } from '#signing/messages/confirmation-message';
import { buildNativeCoin } from '#testing/coin';
import type { createFakeApi, FakeResponse } from '#testing/fake-api';
import { buildOperationView } from '#testing/operation-view';
import { buildPoolQuote } from '#testing/pool-quote';
import { buildUser } from '#testing/user';
import { hostSigner, openSigning, type SigningDecision } from '../lib/signing/open-signing.ts';
import {
  buildNote,
  buildPlanOnWire,
  type PartToBuild,
} from '../lib/signing/private-plan.test-setup.ts';
import { storeSignIn } from '../state/auth-session.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import {
  buildPrivateCoin,
  chains,
  pressConfirm,
  privateCoinsResponse,
  signInBeforeEach,
  startDashboard,
  waitForConfirm,
} from './dashboard.test-setup.tsx';

type Api = ReturnType<typeof createFakeApi>;
type User = ReturnType<typeof userEvent.setup>;

const user = buildUser();
const owner = { ...user, wallet: { ...user.wallet, custody: 'only-me' as const } };
const OWN = owner.wallet.publicWalletAddress;
const CAROL = `0zk1${'q'.repeat(123)}`;
const USDC = `0x${'0c'.repeat(20)}`;
const WRAPPED = `0x${'0d'.repeat(20)}`;
const NOT_APPROVED = 'Not approved. Nothing was sent.';

let leave = () => {};
signInBeforeEach();
beforeEach(() => {
  storeSignIn({ user: owner, accessToken: 'access-1', refreshToken: 'refresh-1' });
  setWalletMode('private');
  leave = hostSigner();
});
afterEach(() => act(() => leave()));

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const seenAt = ({ seen }: Api, path: string) => seen.filter((one) => one.path === `/api${path}`);
const keysOf = (api: Api, path: string) =>
  seenAt(api, path).map(({ headers }) => headers.get('idempotency-key'));

async function shownInSigner() {
  return waitFor(() => {
    const signing = openSigning();
    if (signing === null || signing.isSending) throw new Error('The signer is not open.');
    return signing;
  });
}

async function decide(decision: SigningDecision) {
  const signing = await shownInSigner();
  await act(async () => signing.decide(decision));
}

const SIGNATURE = `0x${'0a'.repeat(96)}`;
const signed = { outcome: 'signed', planId: 'plan-1', signatures: [SIGNATURE] } as const;

/** A payment of which `operation` comes, once its user signed the plan. */
function signable(operation: ReturnType<typeof buildOperationView>, parts: readonly PartToBuild[]) {
  const { id } = operation;
  const path = `/api/wallet/operations/${id}`;
  const view = { ...operation, status: 'awaiting_signature' };
  const hashes = { transactionHash: null, hash: null };
  const offer = (): FakeResponse => {
    const expiresAt = new Date(Date.now() + 120_000).toISOString();
    const toSign = { planId: 'plan-1', expiresAt, private: buildPlanOnWire(parts) };
    return { status: 202, body: { operation: view, toSign } };
  };
  const after = {
    [`POST ${path}/signatures`]: () => ({ body: { ...hashes, data: hashes, operation } }),
    [`POST ${path}/cancel`]: () => ({ body: { data: { ...view, status: 'failed' } } }),
    [`GET ${path}`]: () => ({ body: { data: operation } }),
  };
  return { offer, after };
}

describe('a private transfer of an owner', () => {
  const TRANSFER = '/wallet/private/internal-transfer';
  const FIND = 'POST /api/wallet/find-recipient';
  const operation = buildOperationView({
    ...{ kind: 'internal-transfer', status: 'created', transactionHash: null, to: CAROL },
  });
  const { offer, after } = signable(operation, [
    { token: USDC, outputs: [buildNote('payment', 25_000_000n), buildNote('change', 1n)] },
  ]);
  const quote = buildPoolQuote({
    ...{ maxAmount: '100000000', poolFee: '0', networkFeePaidBy: 'kax', expectedMs: 150_000 },
  });

  function start() {
    return startDashboard({
      'POST /api/wallet/private/quote-internal-transfer': () => ({ body: { data: quote } }),
      'POST /api/wallet/private/prepare-transaction': () => ({
        body: { data: { state: 'declined' } },
      }),
      'POST /api/wallet/claims/quote': () => ({
        body: {
          data: {
            ...{ fee: '160000', feeCeiling: '160000', setAside: '120000', feeUsd: 0.16 },
            ...{ feeSymbol: 'USDC', feeDecimals: 6, maxAmount: '99840000' },
          },
        },
      }),
      [FIND]: () => ({ body: { data: null } }),
      [`POST /api${TRANSFER}`]: offer,
      ...after,
    });
  }

  async function open(user: User, recipient: string) {
    const more = await screen.findByRole('button', { name: 'More actions for USDC on Polygon' });
    await user.click(more);
    await user.click(screen.getByRole('menuitem', { name: 'Internal Transfer' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '25');
    await user.type(screen.getByLabelText('Recipient address'), recipient);
  }

  async function openConfirm(user: User) {
    await open(user, CAROL);
    await user.type(screen.getByLabelText('Message (optional)'), 'Train tickets');
    await waitFor(() => expect(button('Continue').disabled).toBe(false));
    await user.click(button('Continue'));
    await user.click(await screen.findByRole('checkbox'));
  }

  test('is requested once, and returns to its review with everything when it isn’t signed', async () => {
    const { api, user } = start();
    await openConfirm(user);
    await user.dblClick(await waitForConfirm('Transfer 25 USDC'));
    await user.keyboard('{Enter}');
    await decide({ outcome: 'cancelled' });

    expect((await screen.findByText(NOT_APPROVED)).closest('[role="status"]')).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('“Train tickets”')).toBeDefined();
    expect(seenAt(api, TRANSFER)).toHaveLength(1);

    await pressConfirm(user, 'Transfer 25 USDC');
    const { details } = await shownInSigner();
    expect(readPrivateConfirmation(details.confirmation)).toMatchObject({
      ...{ kind: 'transfer', recipient: CAROL, amount: 25_000_000n },
      memo: 'Train tickets',
    });
    await decide(signed);
    await screen.findByText('Close and keep it running');
    const [first, second] = seenAt(api, TRANSFER);
    expect(second?.body).toEqual(first?.body);
    expect(new Set(keysOf(api, TRANSFER)).size).toBe(2);
    const [signatures] = seenAt(api, `/wallet/operations/${operation.id}/signatures`);
    expect(signatures?.headers.get('prefer')).toBe('respond-async');
  });

  test.each([
    [{ outcome: 'expired' }, 'This took too long. Nothing was sent. Try again.'],
    [
      { outcome: 'refused', check: 'recipient', isReported: false },
      'The plan for this payment wasn’t what you confirmed. Nothing was signed.',
    ],
  ] as const)('says why it wasn’t signed: %j', async (decision, sentence) => {
    const { user } = start();
    await openConfirm(user);
    await pressConfirm(user, 'Transfer 25 USDC');
    await decide(decision);
    expect((await screen.findByText(sentence)).textContent).toBe(sentence);
    await waitForConfirm('Transfer 25 USDC');
  });

  test('can’t be made by link, and says so before the review', async () => {
    const { user } = start();
    await open(user, 'dana@kax.test');
    await user.click(await screen.findByRole('button', { name: /^Send a link instead/ }));
    const alert = await within(screen.getByRole('dialog')).findByRole('alert');
    expect(alert.textContent).toBe('You can’t approve payments by link with Only me yet.');
    expect(button('Continue').disabled).toBe(true);
  });
});

describe('an unshield of an owner', () => {
  const operation = buildOperationView({
    ...{ kind: 'unshield', status: 'created', transactionHash: null, to: OWN },
  });

  test.each([
    { coin: buildPrivateCoin(), name: 'USDC', kind: 'unshield', token: USDC },
    { coin: buildNativeCoin(), name: 'POL', kind: 'unshield-native', token: WRAPPED },
  ])('of $name names what the user chose, and is sent later as they chose', async (chosen) => {
    const { coin, name, kind, token } = chosen;
    const value = BigInt(coin.balanceBaseUnits);
    const unshielded = { role: 'unshield', value, recipient: WRAPPED } as const;
    const { offer, after } = signable(operation, [{ token, outputs: [unshielded] }]);
    const maxAmount = coin.balanceBaseUnits;
    const { api, user } = startDashboard({
      'GET /api/wallet/public/coins': () => ({ body: { data: chains } }),
      'GET /api/wallet/private/coins': () => ({ body: privateCoinsResponse([coin]) }),
      'POST /api/wallet/quote-unshield': () => ({ body: { data: buildPoolQuote({ maxAmount }) } }),
      'POST /api/wallet/private/prepare-transaction': () => ({
        body: { data: { state: 'declined' } },
      }),
      'POST /api/wallet/unshield': offer,
      ...after,
    });
    const open = `Make public: Unshield ${name} on Polygon`;
    await user.click(await screen.findByRole('button', { name: open }));
    await screen.findByRole('textbox', { name: 'Amount' });
    await waitFor(() => expect(button('Continue').disabled).toBe(false));
    await user.click(button('Continue'));
    await user.click(await screen.findByRole('radio', { name: 'Within 6 hours' }));
    const confirm = await screen.findByRole('button', { name: /^Unshield .* later$/ });
    await pressConfirm(user, confirm.textContent ?? '');
    const { details } = await shownInSigner();
    expect(readPrivateConfirmation(details.confirmation)).toEqual({
      ...{ kind, chainId: 137, token, amount: value, fee: null },
      recipient: OWN.toLowerCase(),
    });
    await decide(signed);
    await screen.findByText('Close and keep it running');
    expect(seenAt(api, '/wallet/unshield')[0]?.body).toMatchObject({ sendWithinMinutes: 360 });
  });
});
