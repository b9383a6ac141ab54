import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { FakeResponse } from '#testing/fake-api';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import { start } from './settings.test-setup.tsx';

signInBeforeEachPage();

const READ = 'GET /api/auth/discoverability';
const CHANGE = 'POST /api/auth/discoverability';
const name = 'Let people find me';
const row = () => within(screen.getByRole('region', { name: 'Privacy' }));
const findToggle = () => screen.findByRole('switch', { name });
const isOn = async () => (await findToggle()).getAttribute('aria-checked');
const responds = (isDiscoverable: boolean) => () => ({ body: { data: { isDiscoverable } } });

describe('Let people find me', () => {
  test('says who sees what, and that a public address shows its balance', async () => {
    start();
    const toggle = await findToggle();
    const id = toggle.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe(
      'Anyone who enters your exact email or phone number sees your name and addresses, so they can pay you. Your public address shows its balance to anyone',
    );
  });

  test.each([
    [true, 'true'],
    [false, 'false'],
  ])('shows what the server says: %s', async (isDiscoverable, checked) => {
    start({ [READ]: responds(isDiscoverable) });
    expect(await isOn()).toBe(checked);
  });

  test('shows neither on nor off until the server has responded', async () => {
    let respond: (response: FakeResponse) => void = () => {};
    start({ [READ]: () => new Promise<FakeResponse>((resolve) => (respond = resolve)) });
    expect(row().getByText(name)).toBeDefined();
    expect(row().queryByRole('switch')).toBeNull();
    respond({ body: { data: { isDiscoverable: false } } });
    expect(await isOn()).toBe('false');
  });

  test('says so when that can’t be checked, and tries again', async () => {
    let isReachable = false;
    const { user } = start({
      [READ]: () => (isReachable ? responds(true)() : 'no response'),
    });
    expect(await screen.findByText('We couldn’t check whether people can find you')).toBeDefined();
    expect(row().queryByRole('switch')).toBeNull();
    isReachable = true;
    await user.click(row().getByRole('button', { name: 'Try again' }));
    expect(await isOn()).toBe('true');
  });

  test('is stored on the server', async () => {
    const { api, user } = start();
    await user.click(await findToggle());
    expect(await isOn()).toBe('false');
    const sent = api.seen.filter(({ method, path }) => `${method} ${path}` === CHANGE);
    expect(sent.map(({ body }) => body)).toEqual([{ isDiscoverable: false }]);
  });

  test.each([
    [true, 'People can still find you. Network Error'],
    [false, 'People still can’t find you. Network Error'],
  ])('goes back and says so when the server doesn’t respond: was %s', async (was, message) => {
    const { user } = start({ [READ]: responds(was), [CHANGE]: () => 'no response' });
    await user.click(await findToggle());
    expect(await screen.findByText(message)).toBeDefined();
    expect(await isOn()).toBe(String(was));
  });

  test('shows what the server stored although its response was lost', async () => {
    let stored = true;
    const { user } = start({
      [READ]: () => responds(stored)(),
      [CHANGE]: () => {
        stored = false;
        return 'no response';
      },
    });
    await user.click(await findToggle());
    await waitFor(async () => expect(await isOn()).toBe('false'));
  });

  test('sends one change after the other, so that the last one holds', async () => {
    const responses: ((response: FakeResponse) => void)[] = [];
    const { api, user } = start({
      [CHANGE]: () => new Promise<FakeResponse>((resolve) => responses.push(resolve)),
    });
    const sent = () =>
      api.seen.filter(({ method, path }) => `${method} ${path}` === CHANGE).map(({ body }) => body);
    await user.click(await findToggle());
    await user.click(await findToggle());
    expect(await isOn()).toBe('true');
    expect(sent()).toEqual([{ isDiscoverable: false }]);
    responses[0]?.({ body: { data: { isDiscoverable: false } } });
    await waitFor(() =>
      expect(sent()).toEqual([{ isDiscoverable: false }, { isDiscoverable: true }]),
    );
    responses[1]?.({ body: { data: { isDiscoverable: true } } });
    expect(await isOn()).toBe('true');
  });
});
