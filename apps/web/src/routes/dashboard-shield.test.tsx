import { act, screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildChain, buildCoin, buildNativeCoin } from '#testing/coin';
import type { createFakeApi, FakeResponse } from '#testing/fake-api';
import { buildFeeQuote } from '#testing/fee-quote';
import { buildOperationView } from '#testing/operation-view';
import { buildPoolQuote, buildShieldQuote } from '#testing/pool-quote';
import { buildUser } from '#testing/user';
import type { OperationView } from '#wire/wallet/operation';
import { storeSignIn } from '../state/auth-session.ts';
import { toggleDiscretion } from '../state/discretion.ts';
import { changeSettings } from '../state/settings.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import {
  BOB,
  bobFacts,
  buildPrivateCoin,
  pressConfirm,
  privateCoinsResponse,
  signInBeforeEach,
  startDashboard,
  waitForConfirm,
} from './dashboard.test-setup.tsx';

signInBeforeEach();

type Api = ReturnType<typeof createFakeApi>;
type User = ReturnType<typeof userEvent.setup>;
type Responses = NonNullable<Parameters<typeof startDashboard>[0]>;

const OWN = buildUser().wallet.publicWalletAddress;
const AT = '2026-11-12T10:00:00.000Z';
const sentTo = (api: Api, path: string) =>
  api.seen.filter((request) => request.path === `/api/wallet/${path}`);
const amountField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const dialog = () => within(screen.getByRole('dialog'));

/** The rows of summaries in the dialog. */
function rowsOf() {
  const rows = screen.getByRole('dialog').querySelectorAll('dl > div');
  return [...rows].map((row) => ({
    label: row.querySelector('dt')?.textContent,
    text: row.querySelector('dd')?.textContent,
  }));
}

const refusedQuote: FakeResponse = {
  status: 400,
  body: { error: 'The network would reject this.', code: 'transaction-would-fail' },
};

const noEstimate: FakeResponse = {
  status: 503,
  body: { error: 'We can’t reach Polygon.', code: 'chain-unavailable' },
};

function moneyResponse(operation: OperationView): FakeResponse {
  const hashes = { transactionHash: operation.transactionHash, hash: operation.transactionHash };
  return { body: { ...hashes, data: hashes, operation } };
}

describe('Shield', () => {
  const shielded = buildOperationView({ kind: 'shield', amount: '250000000' });

  function start(responses: Responses = {}) {
    return startDashboard({
      'POST /api/wallet/quote-shield': () => ({ body: { data: buildShieldQuote() } }),
      'POST /api/wallet/shield': () => moneyResponse(shielded),
      [`GET /api/wallet/operations/${shielded.id}`]: () => ({ body: { data: shielded } }),
      ...responses,
    });
  }

  async function open(user: User) {
    await user.click(
      await screen.findByRole('button', { name: 'Make private: Shield USDC on Polygon' }),
    );
    return amountField();
  }

  async function openConfirm(user: User) {
    await open(user);
    await user.click(button('Continue'));
  }

  test('typing replaces the MAX amount instead of appending to it', async () => {
    const { user } = start();
    const amount = await open(user);
    await waitFor(() => expect(amount.value).toBe('250'));
    expect(document.activeElement).toBe(amount);
    await user.keyboard('40');
    expect(amount.value).toBe('40');
  });

  test('the amount starts at the full balance; typing clears it and MAX restores it (§4)', async () => {
    const { user } = start();
    const amount = await open(user);
    expect(amount.value).toBe('250');
    expect(button('MAX').getAttribute('aria-pressed')).toBe('true');
    await user.clear(amount);
    await user.type(amount, '40');
    expect(amount.value).toBe('40');
    expect(button('MAX').getAttribute('aria-pressed')).toBe('false');
    await user.click(button('MAX'));
    expect(amount.value).toBe('250');
  });

  test('with figures hidden, the initial full balance is hidden too', async () => {
    toggleDiscretion();
    const { user } = start();
    const amount = await open(user);
    await screen.findByText(/Shield fee \(0\.25%\)/);
    expect(amount.value).toBe('');
    expect(amount.placeholder).toBe('Full balance');
    expect(button('Continue').disabled).toBe(false);
    for (const secret of ['250', '249.375', '0.625']) {
      expect(screen.getByRole('dialog').innerHTML).not.toContain(secret);
    }
  });

  test.each([
    ['250.1', 'Amount exceeds available balance'],
    ['-1', 'Amount cannot be negative'],
  ])('an amount of %s cannot continue and says why: "%s" (§5)', async (text, sentence) => {
    const { user } = start();
    const amount = await open(user);
    await user.clear(amount);
    expect(button('Continue').disabled).toBe(true);
    await user.type(amount, text);
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(button('Continue').disabled).toBe(true);
  });

  test('fees are loading until a quote arrives, and then have 6 decimals; no constant is shown', async () => {
    let respond = (_: FakeResponse) => {};
    const { user } = start({
      'POST /api/wallet/quote-shield': () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    });
    await open(user);
    expect(dialog().getAllByText('Loading…')).toHaveLength(4);
    for (const constant of ['about $2.80', 'about $2.50', '5-15 minutes']) {
      expect(screen.queryByText(constant)).toBeNull();
    }
    respond({ body: { data: buildShieldQuote() } });
    expect(await screen.findByText('≈ 0.006240 POL')).toBeDefined();
    await waitFor(() => {
      respond({ body: { data: buildShieldQuote() } });
      expect(screen.getByText('0.625000 USDC')).toBeDefined();
    });
    expect(screen.getByText('about 12 seconds')).toBeDefined();
  });

  test('says to shield ERC20 and Polygon assets through the account wallet (§1)', async () => {
    await open(start().user);
    expect(
      await screen.findByText(/^Shield ERC20 and Polygon assets through your account wallet\./),
    ).toBeDefined();
  });

  test('when no estimate exists, shows the constants of §9, which add up', async () => {
    const { user } = start({ 'POST /api/wallet/quote-shield': () => noEstimate });
    const amount = await open(user);
    for (const constant of ['about $2.80', 'about $2.50', '5-15 minutes']) {
      expect(await screen.findByText(constant)).toBeDefined();
    }
    await user.clear(amount);
    await user.type(amount, '40');
    await user.click(button('Continue'));
    expect(await screen.findByText('about $5.30')).toBeDefined();
  });

  test('the total is what the rows above it show, and says what it is made of', async () => {
    const { user } = start();
    await openConfirm(user);
    const rows = await waitFor(() => {
      const total = rowsOf().find(({ label }) => label === 'Total gas');
      expect(total?.text).toBe('under $0.64 shield fee + network fee');
      return rowsOf();
    });
    expect(rows.slice(1, 3)).toEqual([
      { label: 'Shield fee (0.25%)', text: '0.625000 USDC $0.63' },
      { label: 'Network fee', text: '≈ 0.006240 POL under $0.01' },
    ]);
  });

  test('the review takes the focus, and Enter on it or on a held key submits nothing', async () => {
    const { api, user } = start();
    await open(user);
    await user.keyboard('{Enter>30/}');
    await waitForConfirm('Shield 250 USDC');
    expect(document.activeElement).toBe(dialog().getByRole('region', { name: 'Shield 250 USDC' }));
    await user.keyboard('{Enter>30/}');
    expect(screen.getByRole('dialog').querySelector('form')).toBeNull();
    expect(sentTo(api, 'shield')).toEqual([]);
  });

  test('says before Continue that the native coin does not cover the fee', async () => {
    const poor = buildNativeCoin({ balanceBaseUnits: '1000' });
    const { user } = start({
      'GET /api/wallet/public/coins': () => ({
        body: { data: [buildChain([poor, buildCoin()])] },
      }),
    });
    await open(user);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'You need 0.012000 POL for the network fee.',
    );
    expect(button('Continue').disabled).toBe(true);
  });

  test('warns when the page does not know the wallet (§8)', async () => {
    const user = buildUser();
    storeSignIn({
      user: { ...user, id: 'somebody-else', wallet: { ...user.wallet, privateWalletAddress: '' } },
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
    });
    const started = start();
    await open(started.user);
    expect(screen.getByRole('alert').textContent).toBe(
      'Wallet information not available. Please try refreshing the page.',
    );
    expect(button('Continue').disabled).toBe(true);
  });

  test('goes through confirm to the hash, with the exact amount and one key', async () => {
    const { api, user } = start();
    await openConfirm(user);
    expect(dialog().getByText('250.000 USDC')).toBeDefined();
    expect(await dialog().findByText('249.375 USDC')).toBeDefined();
    expect(dialog().getByText(/what you do with it afterwards/)).toBeDefined();
    await pressConfirm(user, 'Shield 250 USDC');
    expect(await screen.findByRole('link', { name: /0x9f9f/ })).toBeDefined();
    const [request] = sentTo(api, 'shield');
    expect(request?.body).toEqual({ tokenId: 'polygon-usdc', amount: '250000000' });
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(request?.headers.get('prefer')).toBeNull();
    expect(button('Done')).toBeDefined();
  });

  test('a double click shields once', async () => {
    const { api, user } = start();
    await openConfirm(user);
    await user.dblClick(await waitForConfirm('Shield 250 USDC'));
    await screen.findByRole('link', { name: /0x9f9f/ });
    expect(sentTo(api, 'shield')).toHaveLength(1);
  });

  test('an error is a red Error alert with the server’s message; Back clears it (§2, §8)', async () => {
    const error = 'You don’t have enough of the network’s own coin for the network fee.';
    const { user } = start({
      'POST /api/wallet/shield': () => ({
        status: 400,
        body: { error, code: 'not-enough-for-fee' },
      }),
    });
    await openConfirm(user);
    await pressConfirm(user, 'Shield 250 USDC');
    expect((await screen.findByRole('alert')).textContent).toBe(`Error: ${error}`);
    await user.click(button('Back'));
    await user.click(button('Continue'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('no response says "Failed to shield tokens", and a retry uses the same key', async () => {
    let isLost = true;
    const { api, user } = start({
      'POST /api/wallet/shield': () => (isLost ? 'no response' : moneyResponse(shielded)),
    });
    await openConfirm(user);
    await pressConfirm(user, 'Shield 250 USDC');
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Error: Failed to shield tokens\. .*without paying twice\.$/,
    );
    isLost = false;
    await pressConfirm(user, 'Try again: shield 250 USDC');
    await screen.findByRole('link', { name: /0x9f9f/ });
    const keys = sentTo(api, 'shield').map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(2);
  });

  test('is static: the backdrop and Escape leave it open, Close closes it (§2)', async () => {
    const { user } = start();
    await open(user);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('dialog'));
    expect(screen.getByRole('dialog', { name: 'Shield' })).toBeDefined();
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('Unshield', () => {
  beforeEach(() => setWalletMode('private'));

  const waiting = buildOperationView({
    kind: 'unshield',
    status: 'created',
    transactionHash: null,
    amount: '100000000',
    steps: [
      { name: 'proof', state: 'now', at: null, progress: { done: 63, of: 100 } },
      { name: 'submitted', state: 'to-come', at: null, progress: null },
      { name: 'confirmed', state: 'to-come', at: null, progress: null },
    ],
  });
  const privateTransactionQuote = buildPoolQuote({
    maxAmount: '100000000',
    networkFeePaidBy: 'kax',
  });
  const calm = {
    outlook: 'nothing-stands-out',
    reasons: [],
    mitigations: [],
    otherAmounts: [],
    asOfBlock: '12',
  };
  const easy = {
    outlook: 'easy',
    reasons: [
      { kind: 'same-amount', paid: '100000000', at: AT },
      { kind: 'back-to-shielder', paid: '100000000', at: AT },
      { kind: 'soon-after', paid: '100000000', at: AT, minutes: 4 },
    ],
    mitigations: ['other-amount', 'other-address', 'wait'],
    otherAmounts: ['80000000'],
    asOfBlock: '12',
  };
  const isEasy = (body: unknown) =>
    JSON.stringify(body) ===
    JSON.stringify({ tokenId: 'polygon-usdc', amount: '100000000', recipientAddress: OWN });

  function start(responses: Responses = {}) {
    return startDashboard({
      'POST /api/wallet/quote-unshield': () => ({ body: { data: privateTransactionQuote } }),
      'POST /api/wallet/private/prepare-transaction': () => ({
        body: { data: { state: 'begun' } },
      }),
      'POST /api/wallet/private/forecast-unshield': ({ body }) => ({
        body: { data: isEasy(body) ? easy : calm },
      }),
      'POST /api/wallet/unshield': () => moneyResponse(waiting),
      [`GET /api/wallet/operations/${waiting.id}`]: () => ({ body: { data: waiting } }),
      ...responses,
    });
  }

  async function openConfirm(user: User) {
    await user.click(
      await screen.findByRole('button', { name: 'Make public: Unshield USDC on Polygon' }),
    );
    await amountField();
    await user.click(button('Continue'));
    await screen.findByRole('region', { name: 'Privacy forecast' });
  }

  test('goes to the user’s own public address unless another is entered', async () => {
    const { user } = start();
    await user.click(
      await screen.findByRole('button', { name: 'Make public: Unshield USDC on Polygon' }),
    );
    const recipient = await screen.findByLabelText<HTMLInputElement>('Recipient address');
    expect(recipient.value).toBe(OWN);
    expect(screen.getByText('Your own public address')).toBeDefined();
    await user.clear(recipient);
    expect(button('Continue').disabled).toBe(true);
    await user.type(recipient, BOB);
    await waitFor(() => expect(button('Continue').disabled).toBe(false));
    await user.click(button('Use my own'));
    expect(recipient.value).toBe(OWN);
  });

  test('an address that the server rejects cannot continue, and shows the server’s message', async () => {
    const error = 'This address belongs to a contract.';
    const { user } = start({
      'POST /api/wallet/quote-unshield': ({ body }) =>
        JSON.stringify(body).includes(BOB)
          ? { status: 400, body: { error, code: 'recipient-is-contract' } }
          : { body: { data: privateTransactionQuote } },
    });
    await user.click(
      await screen.findByRole('button', { name: 'Make public: Unshield USDC on Polygon' }),
    );
    const recipient = await screen.findByLabelText<HTMLInputElement>('Recipient address');
    await user.clear(recipient);
    await user.type(recipient, BOB);
    expect(await screen.findByText(error)).toBeDefined();
    expect(button('Continue').disabled).toBe(true);
  });

  test('the confirm step forecasts what an observer could guess, and offers mitigations', async () => {
    const { user } = start();
    await openConfirm(user);
    const forecast = within(screen.getByRole('region', { name: 'Privacy forecast' }));
    expect(await forecast.findByText('Easy to link, 3 reasons')).toBeDefined();
    expect(
      forecast.getByText('You’re sending back to the address you shielded from on 12 Nov.'),
    ).toBeDefined();
    expect(forecast.getByRole('img', { name: 'Level 3 of 3' })).toBeDefined();
    const fixes = forecast.getAllByRole('button').map(({ textContent }) => textContent);
    expect(fixes).toEqual(['Use 80 USDC', 'Use another address', 'Send within 6 hours']);
  });

  test('a mitigation changes the form in place, and the forecast is refetched', async () => {
    const { api, user } = start();
    await openConfirm(user);
    await user.click(await screen.findByRole('button', { name: 'Use 80 USDC' }));
    expect(await screen.findByText('Nothing stands out')).toBeDefined();
    expect(button('Unshield 80 USDC').disabled).toBe(true);
    const review = screen.getByRole('region', { name: 'Unshield 80 USDC' });
    expect(document.activeElement).toBe(review);
    await waitForConfirm('Unshield 80 USDC');
    expect(sentTo(api, 'private/forecast-unshield').at(-1)?.body).toMatchObject({
      amount: '80000000',
    });
  });

  /** Goes back from the review to enter bob's address, and continues to the review again. */
  async function changeToBob(user: User) {
    await user.click(await screen.findByRole('button', { name: 'Use another address' }));
    const recipient = await screen.findByLabelText('Recipient address');
    expect(document.activeElement).toBe(recipient);
    expect(button('Continue').disabled).toBe(true);
    await user.type(recipient, BOB);
    await waitFor(() => expect(button('Continue').disabled).toBe(false));
    await user.click(button('Continue'));
    return screen.findByRole('region', { name: 'Unshield 100 USDC' });
  }

  test('another address is entered on the first step and reviewed again', async () => {
    const { api, user } = start();
    await openConfirm(user);
    await waitForConfirm('Unshield 100 USDC');
    const review = await changeToBob(user);
    expect(document.activeElement).toBe(review);
    expect(button('Unshield 100 USDC').disabled).toBe(true);
    expect(await screen.findByText('Nothing stands out')).toBeDefined();
    expect(screen.getByRole('dialog').querySelector('form')).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'I checked the whole address.' }));
    await pressConfirm(user, 'Unshield 100 USDC');
    await screen.findByText('Close and keep it running');
    expect(sentTo(api, 'unshield')[0]?.body).toMatchObject({ recipientAddress: BOB });
  });

  test('with relayers off, Confirm waits until the relayer is allowed', async () => {
    changeSettings({ usesRelayers: false });
    onTestFinished(() => changeSettings({ usesRelayers: true }));
    const { api, user } = start();
    await openConfirm(user);
    const tick = await screen.findByRole('checkbox', {
      name: 'Let Kax’s relayer send this payment and pay its network fee.',
    });
    // Longer than a review keeps a hurried press away from Confirm.
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_200)));
    expect(button('Unshield 100 USDC').disabled).toBe(true);
    await user.click(tick);
    await pressConfirm(user, 'Unshield 100 USDC');
    await screen.findByText('Close and keep it running');
    expect(sentTo(api, 'unshield')).toHaveLength(1);
  });

  test('the delay is sent to the server in minutes, and the button says later', async () => {
    const { api, user } = start();
    await openConfirm(user);
    await user.click(await screen.findByRole('button', { name: 'Send within 6 hours' }));
    expect(screen.getByRole('radio', { name: 'Within 6 hours' }).getAttribute('aria-checked')).toBe(
      'true',
    );
    await pressConfirm(user, 'Unshield 100 USDC later');
    await screen.findByText('Close and keep it running');
    expect(sentTo(api, 'unshield')[0]?.body).toMatchObject({ sendWithinMinutes: 360 });
  });

  test('the proof is requested once when the confirm step is shown', async () => {
    const { api, user } = start();
    await openConfirm(user);
    await screen.findByText('Easy to link, 3 reasons');
    expect(sentTo(api, 'private/prepare-transaction').map(({ body }) => body)).toEqual([
      { kind: 'unshield', tokenId: 'polygon-usdc', amount: '100000000', recipientAddress: OWN },
    ]);
  });

  test('the user can continue without a forecast', async () => {
    const { user } = start({
      'POST /api/wallet/private/forecast-unshield': () => ({
        status: 500,
        body: { error: 'Something went wrong on our side.', code: 'internal' },
      }),
    });
    await user.click(
      await screen.findByRole('button', { name: 'Make public: Unshield USDC on Polygon' }),
    );
    await amountField();
    await user.click(button('Continue'));
    expect(await screen.findByText('No privacy forecast right now.')).toBeDefined();
    await waitForConfirm('Unshield 100 USDC');
  });

  describe('someone else’s address', () => {
    const quoteSend = (facts: object) => ({
      'POST /api/wallet/public/quote-send': () => ({
        body: { data: buildFeeQuote({ recipient: { ...bobFacts, ...facts } }) },
      }),
    });
    const tick = () => screen.getByRole('checkbox', { name: 'I checked the whole address.' });
    const settled = () => waitForConfirm('Unshield 100 USDC');

    test('that was never paid is pointed out, and has to be ticked as checked', async () => {
      const { user } = start();
      await openConfirm(user);
      await changeToBob(user);
      expect(await screen.findByText('You’ve never sent to this address.')).toBeDefined();
      await user.click(tick());
      await settled();
      await user.click(tick());
      expect(button('Unshield 100 USDC').disabled).toBe(true);
    });

    test('that was paid before needs no tick', async () => {
      const { user } = start(quoteSend({ isFirstTime: false }));
      await openConfirm(user);
      await changeToBob(user);
      await settled();
      expect(screen.queryByRole('checkbox')).toBeNull();
    });

    test('takes a note for oneself along, which an own address is not offered', async () => {
      const { api, user } = start(quoteSend({ isFirstTime: false }));
      await openConfirm(user);
      expect(screen.queryByRole('button', { name: 'Add a note' })).toBeNull();
      await changeToBob(user);
      await settled();
      await user.click(screen.getByRole('button', { name: 'Add a note' }));
      await user.keyboard('Rent');
      await settled();
      await pressConfirm(user, 'Unshield 100 USDC');
      expect(sentTo(api, 'unshield')[0]?.body).toMatchObject({ ownNote: 'Rent' });
    });

    test('that looks like a known one is shown beside it, and has to be compared', async () => {
      const lookAlike = `${BOB.slice(0, 8)}${'0'.repeat(28)}${BOB.slice(-6)}`;
      const { user } = start(quoteSend({ lookAlike }));
      await openConfirm(user);
      await changeToBob(user);
      expect((await screen.findByRole('alert')).textContent).toContain(lookAlike);
      const compared = screen.getByRole('checkbox', { name: /^I compared the whole address/ });
      await user.click(compared);
      await settled();
      await user.click(compared);
      expect(button('Unshield 100 USDC').disabled).toBe(true);
    });

    test('about which nothing could be read has to be ticked as checked', async () => {
      const { user } = start({ 'POST /api/wallet/public/quote-send': () => refusedQuote });
      await openConfirm(user);
      await changeToBob(user);
      expect(
        await screen.findByText('We couldn’t check whether you’ve paid this address before.'),
      ).toBeDefined();
      expect(button('Unshield 100 USDC').disabled).toBe(true);
      await user.click(tick());
      await settled();
    });
  });

  test('is accepted immediately, shows its actual steps, and succeeds only with a hash (§4)', async () => {
    let now = waiting;
    const { api, user } = start({
      [`GET /api/wallet/operations/${waiting.id}`]: () => ({ body: { data: now } }),
    });
    await openConfirm(user);
    await pressConfirm(user, 'Unshield 100 USDC');
    expect(await screen.findByRole('button', { name: 'Close and keep it running' })).toBeDefined();
    expect(dialog().getByText('63%')).toBeDefined();
    expect(sentTo(api, 'unshield')[0]?.headers.get('prefer')).toBe('respond-async');
    now = { ...waiting, status: 'broadcast', transactionHash: `0x${'9f'.repeat(32)}` };
    expect(await screen.findByRole('button', { name: 'Done' })).toBeDefined();
    expect(screen.getByRole('link', { name: /0x9f9f/ })).toBeDefined();
  });

  test('a failure before there is a hash is a red Error alert on the confirm step', async () => {
    const failure = 'What is left after this amount does not cover the fee.';
    const { user } = start({
      [`GET /api/wallet/operations/${waiting.id}`]: () => ({
        body: { data: { ...waiting, status: 'failed', failure } },
      }),
    });
    await openConfirm(user);
    await pressConfirm(user, 'Unshield 100 USDC');
    expect(
      await screen.findByRole('button', { name: 'Try again: unshield 100 USDC' }),
    ).toBeDefined();
    expect(dialog().getByRole('alert').textContent).toBe(`Error: ${failure}`);
  });

  test('a cancellation while the modal is open is not shown as an error, and the unshield can be repeated', async () => {
    const failure = 'You cancelled this payment. Nothing was sent.';
    let now = { ...waiting, isCancellable: true };
    const { api, user } = start({
      [`GET /api/wallet/operations/${waiting.id}`]: () => ({ body: { data: now } }),
      [`POST /api/wallet/operations/${waiting.id}/cancel`]: () => {
        now = { ...now, status: 'failed', failure, isCancellable: false, isCancelled: true };
        return { body: { data: now } };
      },
    });
    await openConfirm(user);
    await pressConfirm(user, 'Unshield 100 USDC');
    await user.click(await screen.findByRole('button', { name: 'Cancel unshield' }));
    const cancelling = within(await screen.findByRole('alertdialog'));
    await user.click(cancelling.getByRole('button', { name: 'Cancel unshield' }));
    expect(await screen.findByText(failure)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    await pressConfirm(user, 'Unshield 100 USDC');
    expect(
      new Set(sentTo(api, 'unshield').map(({ headers }) => headers.get('idempotency-key'))).size,
    ).toBe(2);
  });

  test('without a reason from the server it says "Failed to unshield tokens" (§8)', async () => {
    const { user } = start({ 'POST /api/wallet/unshield': () => 'no response' });
    await openConfirm(user);
    await pressConfirm(user, 'Unshield 100 USDC');
    expect((await dialog().findByRole('alert')).textContent).toMatch(
      /^Error: Failed to unshield tokens\./,
    );
  });

  test('starts with the coin of its row, and lists only shieldable coins', async () => {
    const kax = buildPrivateCoin({ id: 'polygon-kax', symbol: 'KAX', name: 'Kax' });
    const odd = buildPrivateCoin({ id: 'polygon-odd', symbol: 'ODD', isShieldable: false });
    const { user } = start({
      'GET /api/wallet/private/coins': () => ({
        body: privateCoinsResponse([buildPrivateCoin(), kax, odd]),
      }),
    });
    await user.click(
      await screen.findByRole('button', { name: 'Make public: Unshield KAX on Polygon' }),
    );
    await user.click(await screen.findByRole('button', { name: /Token/ }));
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent ?? '');
    expect(options).toHaveLength(2);
    expect(options.some((text) => text.includes('ODD'))).toBe(false);
  });

  test('when no estimate exists, shows the constants of §9', async () => {
    const { user } = start({ 'POST /api/wallet/quote-unshield': () => noEstimate });
    await user.click(
      await screen.findByRole('button', { name: 'Make public: Unshield USDC on Polygon' }),
    );
    const amount = await amountField();
    expect(await screen.findByText('about $3.20')).toBeDefined();
    expect(screen.getByText('5-15 minutes')).toBeDefined();
    await user.clear(amount);
    await user.type(amount, '40');
    await user.click(button('Continue'));
    expect(await screen.findByText('about $5.70')).toBeDefined();
  });

  test('is static: the backdrop and Escape leave it open, Close closes it (§9)', async () => {
    const { user } = start();
    await user.click(
      await screen.findByRole('button', { name: 'Make public: Unshield USDC on Polygon' }),
    );
    await amountField();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('dialog'));
    expect(screen.getByRole('dialog', { name: 'Unshield' })).toBeDefined();
    await user.click(button('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
