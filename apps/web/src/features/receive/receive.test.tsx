import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { DepositCard } from './deposit-card.tsx';
import {
  avax,
  installShare,
  load,
  PRIVATE,
  PUBLIC,
  respond,
  signInBeforeEach,
  usdc,
} from './receive.test-setup.tsx';

signInBeforeEach();

async function open(props: Parameters<typeof load>[0] = {}) {
  respond([]);
  const user = load(props);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Receive Assets' });
  return user;
}

const button = (name: string) => screen.queryByRole('button', { name });
const codeOf = (name: RegExp) => {
  const source = screen.getByRole('img', { name }).getAttribute('src');
  return new URL(source ?? '', 'http://kax.test').searchParams.get('data');
};

describe('Receive Assets', () => {
  test('names the network and the coins that can be sent to each address', async () => {
    const user = await open();
    expect(screen.getByText('POL, USDC')).toBeDefined();
    expect(screen.getByText('Polygon (POL) network tokens only.')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Private' }));
    expect(screen.getByText('USDC')).toBeDefined();
    expect(screen.getByText('For private payments only.')).toBeDefined();
    expect(codeOf(/^QR code for the address 0zk1/)).toBe(PRIVATE);
  });

  test('of a coin on a network without private balances offers only the public address', async () => {
    await open({ coin: avax });
    expect(screen.queryByRole('radio', { name: 'Private' })).toBeNull();
    expect(screen.getByText('Avalanche (AVAX) network tokens only.')).toBeDefined();
  });

  test('while no coin is known, no amount can be requested', async () => {
    await open({ coins: [] });
    expect(screen.queryByRole('button', { name: /^Ask for an amount/ })).toBeNull();
  });
});

describe('Share', () => {
  test('is not there in a browser that cannot share', async () => {
    await open();
    expect(button('Share')).toBeNull();
  });

  test('shares the address alone', async () => {
    const share = vi.fn(async () => {});
    installShare(share);
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({ text: PUBLIC });
  });

  test('that the user closes says nothing; one that fails says what to do', async () => {
    const share = vi.fn<() => Promise<void>>();
    share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    installShare(share);
    const user = await open();
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

  function show(coin: typeof usdc | undefined) {
    respond([]);
    const onOpen = vi.fn();
    render(
      <QueryClientProvider client={createQueryClient()}>
        <DepositCard currency={currency} address={PUBLIC} coin={coin} onOpen={onOpen} />
      </QueryClientProvider>,
    );
    return onOpen;
  }

  test('has the same sheet for its one coin, with the network in the code if wanted', async () => {
    const user = userEvent.setup();
    const onOpen = show(usdc);
    const card = within(screen.getByRole('region', { name: 'Deposit address' }));
    expect(card.getByText('about 10 seconds')).toBeDefined();
    await user.click(card.getByRole('radio', { name: 'With network' }));
    expect(codeOf(/^QR code to pay USDC on Polygon/)).toBe(
      `ethereum:${usdc.address}@31337/transfer?address=${PUBLIC}`,
    );
    await user.click(card.getByRole('button', { name: /^Ask for an amount/ }));
    expect(onOpen).toHaveBeenCalledWith({ at: 'request' });
    await user.click(card.getByRole('button', { name: /^Your links/ }));
    expect(onOpen).toHaveBeenCalledWith({ at: 'list' });
  });

  test('shows the address while the coin is not known yet', () => {
    show(undefined);
    expect(codeOf(/^QR code for the address/)).toBe(PUBLIC);
    expect(screen.queryByRole('radio', { name: 'With network' })).toBeNull();
  });
});
