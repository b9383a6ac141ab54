import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { MemoryRouter } from '../lib/navigation/navigation.tsx';
import Help from './help.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const OPERATION = '0f8fad5b-d9cb-469f-a165-70867728950e';

const aboutWith = (supportEmail: string | null): FakeResponse => ({
  body: { messagesUrl: null, recoveryKey: 'file', supportEmail, prover: null },
});

function start(address = '/help', response: FakeResponse = aboutWith('help@kax.test')) {
  const responses = [response];
  const api = createFakeApi({
    'GET /api/about': () => responses.pop() ?? aboutWith('help@kax.test'),
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <MemoryRouter initialEntries={[address]}>
      <Help />
    </MemoryRouter>,
  );
  return { api, user: userEvent.setup() };
}

const shownTopics = () => screen.queryAllByRole('heading', { level: 3 });
const details = (id: string) => document.querySelector<HTMLDetailsElement>(`details#${id}`);

test('the search shows the questions that have the words, and how many', async () => {
  const { user } = start();
  const all = shownTopics().length;

  await user.type(screen.getByRole('searchbox', { name: 'Search questions' }), 'SLIPPAGÉ accept');

  expect(shownTopics().map(({ textContent }) => textContent)).toEqual(['What is slippage?']);
  expect(screen.getByText('1 answer').getAttribute('role')).toBe('status');

  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(shownTopics()).toHaveLength(all);
});

test('a search without results still offers the contact', async () => {
  const { user } = start();

  await user.type(screen.getByRole('searchbox'), 'xylophone');

  expect(screen.getByRole('heading', { name: 'Nothing found for “xylophone”' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: 'Email us' })).toBeTruthy();
});

test('an anchor in the address opens its question, and no other', async () => {
  start('/help#private-time');

  await waitFor(() => expect(details('private-time')?.open).toBe(true));
  expect(document.querySelectorAll('details[open]')).toHaveLength(1);
});

test('the message to support has the version and the browser, and nothing about the user', async () => {
  start('/help?payment=0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE');

  const mail = mailOf(await screen.findByRole('link', { name: 'Email us' }));

  expect(mail.pathname).toBe('help@kax.test');
  expect([...mail.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(mail.searchParams.get('body')?.split('\r\n')).toEqual([
    'What happened, and what did you expect?',
    ...['', '', ''],
    'Kax of unknown version',
    navigator.userAgent,
  ]);
});

test('a message about a failed payment names its ID, and says so', async () => {
  start(`/help?payment=${OPERATION}#contact`);

  const mail = mailOf(await screen.findByRole('link', { name: 'Email us' }));

  expect(mail.searchParams.get('body')?.split('\r\n').at(-1)).toBe(`Payment ${OPERATION}`);
  expect(screen.getByText(/We’ve put the ID of your payment in the message/)).toBeTruthy();
});

test('the page says what never to send', async () => {
  start();
  const contact = within(screen.getByRole('region', { name: 'Contact' }));
  expect(
    await contact.findByText(/Never send your 12 words, your private key, a password or a code/),
  ).toBeTruthy();
});

test('an installation without an address for questions says so', async () => {
  start('/help', aboutWith(null));

  expect(await screen.findByText(/This installation of Kax has no address/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Email us' })).toBeNull();
});

test('without a connection the answers are there, and the address can be loaded again', async () => {
  const { user } = start('/help', 'no response');

  await screen.findByRole('heading', { name: 'Couldn’t load our address' });
  expect(shownTopics().length).toBeGreaterThan(30);
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('link', { name: 'Email us' })).toBeTruthy();
});

test('all answers open while the page is printed, and close again', () => {
  start();
  const all = document.querySelectorAll('details').length;

  window.dispatchEvent(new Event('beforeprint'));
  expect(document.querySelectorAll('details[open]')).toHaveLength(all);

  window.dispatchEvent(new Event('afterprint'));
  expect(document.querySelectorAll('details[open]')).toHaveLength(0);
});

function mailOf(link: HTMLElement): URL {
  return new URL(link.getAttribute('href') ?? '');
}
