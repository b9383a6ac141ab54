import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FullAddress } from './address.tsx';
import { Avatar } from './avatar.tsx';
import { Change } from './change.tsx';
import { ComparedAddresses } from './compared-addresses.tsx';
import { Mark } from './mark.tsx';
import { Segmented } from './segmented.tsx';
import { Sparkline } from './sparkline.tsx';
import { StepList } from './step-list.tsx';

afterEach(cleanup);

test.each([
  ['Alice Moreau', 'AM'],
  ['Ana Maria de Sousa', 'AS'],
  ['bob', 'B'],
  ['  ', 'U'],
  [null, 'U'],
])('the avatar shows the initials of the name, or U: %s (§2 Layout)', (name, initials) => {
  const { container } = render(<Avatar name={name} />);

  expect(container.firstElementChild?.getAttribute('data-initials')).toBe(initials);
});

test('a tint depends on the name alone, and several names have several tints', () => {
  const tintOf = (name: string) =>
    render(<Avatar name={name} isTinted />).container.firstElementChild?.getAttribute('data-tint');

  expect(tintOf(' bob tanaka')).toBe(tintOf('Bob Tanaka'));
  const names = ['Bob Tanaka', 'Carol Iversen', 'City Bakery', 'Mum', 'My Ledger', 'Dana Okafor'];
  expect(new Set(names.map(tintOf)).size).toBeGreaterThan(2);
});

test('compared addresses mark each group that differs, whatever the capitals', () => {
  const known = { label: 'You paid before', address: `0x${'aBcd'.repeat(10)}` };
  const other = { label: 'You entered', address: `0x${'abcd'.repeat(8)}abce${'abcd'}` };
  const { container } = render(<ComparedAddresses known={known} other={other} />);

  const [first, second] = screen.getAllByRole('definition');
  expect(first?.textContent).toBe(known.address);
  expect(second?.textContent).toBe(`${other.address} 1 of 10 groups differ.`);
  const marked = [...container.querySelectorAll('.compared-addresses__different')];
  expect(marked.map((group) => group.textContent)).toEqual(['abce']);
});

test.each([
  [2.136, 'up 2.14%', 'change--up'],
  [0, 'up 0.00%', 'change--up'],
  [-0.014, 'down 0.01%', 'change--down'],
  [null, '—', 'change'],
])(
  'a change of %s is shown as "%s": green from 0, red below, a dash when unknown (§2)',
  (percent, text, look) => {
    const { container } = render(<Change percent={percent} />);

    expect(container.textContent).toBe(text);
    expect(container.firstElementChild?.classList.contains(look)).toBe(true);
  },
);

test('a full address is shown to the last character, in groups of four after its prefix', () => {
  const address = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';
  const { container } = render(<FullAddress address={address} />);
  const groups = [...(container.firstElementChild?.children ?? [])].map((each) => each.textContent);

  expect(groups.join('')).toBe(address);
  expect(groups.slice(0, 3)).toEqual(['0x3C8d', 'E51f', '7b09']);
});

test('letters replace an image that does not load', () => {
  const { container } = render(<Mark src="/marks/none.svg" letters="JOE" />);
  const picture = container.querySelector('img');
  if (!picture) throw new Error('There is no picture');

  fireEvent.error(picture);

  expect(container.textContent).toBe('JO');
});

test('the arrow keys change the selected segment', async () => {
  function Page() {
    const [value, setValue] = useState<'a' | 'b'>('a');
    const options = [
      { value: 'a', label: 'Use email' },
      { value: 'b', label: 'Use phone' },
    ] as const;
    return <Segmented label="Way" value={value} options={options} onChange={setValue} />;
  }
  const user = userEvent.setup();
  render(<Page />);

  await user.tab();
  await user.keyboard('{ArrowRight}');

  const phone = screen.getByRole('radio', { name: 'Use phone' });
  expect(phone.getAttribute('aria-checked')).toBe('true');
  expect(document.activeElement).toBe(phone);
});

test('a step list has the state of each step in words and the progress of the current one', () => {
  render(
    <StepList
      label="Progress"
      steps={[
        { title: 'Signed', state: 'done' },
        { title: 'Waiting', state: 'now', progress: { done: 16, of: 64 } },
      ]}
    />,
  );

  expect(screen.getByText('Signed').textContent).toBe('Signed, done');
  expect(screen.getByRole('progressbar', { name: 'Waiting' }).getAttribute('aria-valuenow')).toBe(
    '25',
  );
});

test('a sparkline draws its samples from oldest to newest with the highest at the top, and marks the end', () => {
  const { container } = render(<Sparkline samples={[1, 3, 2]} width={104} height={24} />);

  const points = container.querySelector('polyline')?.getAttribute('points');
  expect(points).toBe('4,20 52,4 100,12');
  const end = container.querySelector('circle');
  expect([end?.getAttribute('cx'), end?.getAttribute('cy')]).toEqual(['100', '12']);
});

test('an unchanged price is a line through the middle, and a single sample draws no line', () => {
  const { container, rerender } = render(<Sparkline samples={[5, 5]} width={104} height={24} />);

  expect(container.querySelector('polyline')?.getAttribute('points')).toBe('4,12 100,12');
  rerender(<Sparkline samples={[5]} />);
  expect(container.querySelector('svg')).toBeNull();
});
