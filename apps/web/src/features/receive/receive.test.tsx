import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildCoin, buildNativeCoin } from '#testing/coin';
import { closeToast, useToasts } from '../../state/toast.ts';
import { DepositCard } from './deposit-card.tsx';
import ReceiveModal, { type ReceiveModalProps } from './receive-modal.tsx';

const PUBLIC = '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE';
const PRIVATE = '0zk1qyq00000000';
const usdc = buildCoin();
const pol = buildNativeCoin({ isShieldable: false });
const avax = buildNativeCoin({
  id: 'avalanche-avax',
  symbol: 'AVAX',
  chain: 'Avalanche',
  chainSymbol: 'AVAX',
  isShieldable: false,
});

afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'share');
});

function open(props: Partial<ReceiveModalProps> = {}) {
  const user = userEvent.setup();
  render(
    <>
      <ReceiveModal
        isOpen
        onClose={() => {}}
        mode="public"
        addressByMode={{ public: PUBLIC, private: PRIVATE }}
        coin={null}
        coins={[pol, usdc, avax]}
        {...props}
      />
      <Toasts />
    </>,
  );
  return user;
}

function Toasts() {
  return useToasts().map(({ id, text }) => (
    <button key={id} type="button" onClick={() => closeToast(id)}>
      {text}
    </button>
  ));
}

/** Installs a sheet to share with; this window has none. */
function installShare(share: (data: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}

async function request(user: ReturnType<typeof userEvent.setup>, amount: string) {
  await user.click(screen.getByRole('button', { name: /^Ask for an amount/ }));
  await user.type(screen.getByLabelText('Amount'), amount);
  await user.click(screen.getByRole('button', { name: 'Show code' }));
}

const button = (name: string) => screen.queryByRole('button', { name });
const codeOf = (name: RegExp) => {
  const source = screen.getByRole('img', { name }).getAttribute('src');
  return new URL(source ?? '', 'http://kax.test').searchParams.get('data');
};

describe('Receive Assets', () => {
  test('names the network and the coins that can be sent to each address', async () => {
    const user = open();
    expect(screen.getByText('POL, USDC')).toBeDefined();
    expect(screen.getByText('Polygon (POL) network tokens only.')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Private' }));
    expect(screen.getByText('USDC')).toBeDefined();
    expect(screen.getByText('For private payments only.')).toBeDefined();
    expect(codeOf(/^QR code for the address 0zk1/)).toBe(PRIVATE);
  });

  test('of a coin on a network without private balances offers only the public address', () => {
    open({ coin: avax });
    expect(screen.queryByRole('radio', { name: 'Private' })).toBeNull();
    expect(screen.getByText('Avalanche (AVAX) network tokens only.')).toBeDefined();
  });

  test('while no coin is known, no amount can be requested', () => {
    open({ coins: [] });
    expect(screen.queryByRole('button', { name: /^Ask for an amount/ })).toBeNull();
  });

  test('an amount goes into the code as exact base units, and the plain address stays a choice', async () => {
    const user = open();
    expect(codeOf(/^QR code for the address/)).toBe(PUBLIC);
    await request(user, '1,234.50');
    expect(codeOf(/^QR code to pay 1,234.5 USDC on Polygon/)).toBe(
      `ethereum:${usdc.address}@31337/transfer?address=${PUBLIC}&uint256=1234500000`,
    );
    await user.click(screen.getByRole('radio', { name: 'Address' }));
    expect(codeOf(/^QR code for the address/)).toBe(PUBLIC);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.queryByRole('radio', { name: 'Address' })).toBeNull();
  });

  test('an amount of the native coin is its value, and may be above the own balance', async () => {
    const user = open({ coin: pol });
    await request(user, '1000000');
    expect(codeOf(/^QR code to pay 1,000,000 POL/)).toBe(
      `ethereum:${PUBLIC}@31337?value=${10n ** 24n}`,
    );
  });

  test('zero and surplus decimals are no amount', async () => {
    const user = open();
    await user.click(screen.getByRole('button', { name: /^Ask for an amount/ }));
    const show = screen.getByRole<HTMLButtonElement>('button', { name: 'Show code' });
    expect(show.disabled).toBe(true);
    await user.type(screen.getByLabelText('Amount'), '0');
    expect(screen.getByText('Enter an amount greater than zero')).toBeDefined();
    await user.type(screen.getByLabelText('Amount'), '.1234567');
    expect(show.disabled).toBe(true);
  });

  test('Back leaves the amount as it was, and Change begins with it', async () => {
    const user = open();
    await request(user, '25');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', '25');
    await user.type(screen.getByLabelText('Amount'), '0');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByText('25 USDC')).toBeDefined();
  });

  test('a private request has its amount in the text only, and says so', async () => {
    const share = vi.fn(async () => {});
    installShare(share);
    const user = open({ mode: 'private' });
    await request(user, '25');
    expect(codeOf(/^QR code for the address 0zk1/)).toBe(PRIVATE);
    expect(screen.getByText(/The amount is in the text you share/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({
      text: `Please send 25 USDC to my private address, from Kax or another RAILGUN wallet on Polygon:\n${PRIVATE}`,
    });
  });

  test('a request for a coin without a private balance stays with the public one', async () => {
    const user = open({ coin: null, coins: [pol, usdc] });
    await user.click(screen.getByRole('button', { name: /^Ask for an amount/ }));
    await user.click(screen.getByRole('button', { name: /Coin/ }));
    await user.click(screen.getByRole('option', { name: /POL/ }));
    await user.type(screen.getByLabelText('Amount'), '3');
    await user.click(screen.getByRole('button', { name: 'Show code' }));
    await user.click(screen.getByRole('radio', { name: 'Private' }));
    expect(screen.queryByText('3 POL')).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Public' }));
    expect(screen.getByText('3 POL')).toBeDefined();
  });
});

describe('Share', () => {
  test('is not there in a browser that cannot share; a request can then be copied', async () => {
    const user = open();
    expect(button('Share')).toBeNull();
    expect(button('Copy request')).toBeNull();
    await request(user, '25');
    await user.click(screen.getByRole('button', { name: 'Copy request' }));
    expect(await navigator.clipboard.readText()).toContain('Please send 25 USDC on Polygon to:');
  });

  test('shares the address alone when no amount is requested', async () => {
    const share = vi.fn(async () => {});
    installShare(share);
    const user = open();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ text: PUBLIC });
  });

  test('that the user closes says nothing; one that fails says what to do', async () => {
    const share = vi.fn<() => Promise<void>>();
    share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    installShare(share);
    const user = open();
    const failure = 'We couldn’t share this. Copy the address instead.';
    await user.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
    expect(button(failure)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    await user.click(await screen.findByRole('button', { name: failure }));
  });
});

describe('the deposit card', () => {
  const currency = { id: 'usdc', symbol: 'USDC', icon: '/marks/token-usdc.svg' };

  test('has the same sheet for its one coin, with the network in the code if wanted', async () => {
    const user = userEvent.setup();
    render(<DepositCard currency={currency} address={PUBLIC} coin={usdc} />);
    const card = within(screen.getByRole('region', { name: 'Deposit address' }));
    expect(card.getByText('about 10 seconds')).toBeDefined();
    await user.click(card.getByRole('radio', { name: 'With network' }));
    expect(codeOf(/^QR code to pay USDC on Polygon/)).toBe(
      `ethereum:${usdc.address}@31337/transfer?address=${PUBLIC}`,
    );
    await request(user, '40');
    expect(codeOf(/^QR code to pay 40 USDC on Polygon/)).toMatch(/&uint256=40000000$/);
  });

  test('shows the address while the coin is not known yet', () => {
    render(<DepositCard currency={currency} address={PUBLIC} coin={undefined} />);
    expect(codeOf(/^QR code for the address/)).toBe(PUBLIC);
    expect(screen.queryByRole('radio', { name: 'With network' })).toBeNull();
  });
});
