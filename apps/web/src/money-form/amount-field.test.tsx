import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildCoin, buildPrice } from '#testing/coin';
import { useMoney } from '../state/money.ts';
import { type AmountEntry, entryAfter, type ParsedAmount, readAmount } from './amount-entry.ts';
import { AmountField } from './amount-field.tsx';
import { ownDecimalMark } from './own-notation.ts';

const usdc = buildCoin({ balanceBaseUnits: '5000000000', price: buildPrice({ price: 0.999 }) });

interface FormProps {
  coin?: typeof usdc;
  first?: AmountEntry;
  isHidden?: boolean;
}

/** @returns the field in a form that keeps its entry, and what was read last */
function start({
  coin = usdc,
  first = { kind: 'typed', text: '', unit: 'coin' },
  isHidden = false,
}: FormProps = {}) {
  const last: { amount?: ParsedAmount } = {};
  function Form() {
    const [entry, setEntry] = useState(first);
    const amount = readAmount(entry, coin, {
      quote: null,
      decimalMark: ownDecimalMark(),
      money: useMoney(),
    });
    last.amount = amount;
    return (
      <AmountField
        coin={coin}
        entry={entry}
        amount={amount}
        isHidden={isHidden}
        startsAtMax={first.kind === 'max'}
        picker={null}
        dispatch={(event) => setEntry(entryAfter(event))}
      />
    );
  }
  const { container } = render(<Form />);
  return { user: userEvent.setup(), container, units: () => last.amount?.units };
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
const unitSwitch = (name: string) => screen.getByRole('button', { name });
/** What is beside the switch and describes it: the amount in the other unit. */
const reading = () => {
  const id = screen.getByRole('button', { name: /^Type in/ }).getAttribute('aria-describedby');
  return document.getElementById(id ?? '')?.textContent;
};

function speak(...languages: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('what is typed', () => {
  test.each([
    ['en-US', '1,5', 1_500_000n, '$1.50'],
    ['en-US', '.5', 500_000n, '$0.50'],
    ['en-US', '1.234,56', 1_234_560_000n, '$1,233.33'],
    ['de-DE', '1,234', 1_234_000n, '$1.23'],
    ['fr-FR', '1 234,56', 1_234_560_000n, '$1,233.33'],
    ['fa-IR', '۱٬۲۳۴٫۵', 1_234_500_000n, '$1,233.27'],
  ])('in %s, %s is read exactly, and its value says how', async (language, text, units, value) => {
    speak(language);
    const form = start();
    await form.user.type(field(), text);
    expect(field().value).toBe(text);
    expect(form.units()).toBe(units);
    expect(reading()).toBe(value);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['en-US', '1,234', 'Did you mean 1234 or 1.234? Type it one of these ways.'],
    ['de-DE', '1.234', 'Did you mean 1234 or 1,234? Type it one of these ways.'],
  ])('in %s, %s is no amount until its user says which', async (language, text, sentence) => {
    speak(language);
    const form = start();
    await form.user.type(field(), text);
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(reading()).toBe('—');
    expect(form.units()).toBeNull();
  });

  test('above the balance shows its own value', async () => {
    const form = start();
    await form.user.type(field(), '6000');
    expect(reading()).toBe('$5,994.00');
    expect(screen.getByRole('alert').textContent).toBe('Amount exceeds available balance');
    expect(form.units()).toBeNull();
  });

  test('is announced as it is read, once the typing ends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const form = start();
    await form.user.type(field(), '1,5');
    const spoken = () => form.container.querySelector('[aria-live]')?.textContent;
    expect(spoken()).toBe('');
    act(() => vi.advanceTimersByTime(1_000));
    expect(spoken()).toBe('Amount: 1.5 USDC, worth $1.50');
  });
});

describe('the switch between coin and dollars', () => {
  test('keeps the amount, takes the focus to the field, and says what it does next', async () => {
    const form = start();
    await form.user.type(field(), '25.025');
    await form.user.click(unitSwitch('Type in dollars'));
    expect(field().value).toBe('25.00');
    expect(form.container.querySelector('.amount-field__figure')?.textContent).toBe('$');
    expect(form.units()).toBe(25_025_000n);
    expect(document.activeElement).toBe(field());
    await form.user.click(unitSwitch('Type in USDC'));
    expect(field().value).toBe('25.025');
  });

  test('what is typed in dollars is what it buys, rounded down', async () => {
    const form = start();
    await form.user.click(unitSwitch('Type in dollars'));
    await form.user.type(field(), '$1,000.50');
    expect(field().value).toBe('1,000.50');
    expect(form.units()).toBe(1_001_501_501n);
    expect(reading()).toBe('1,001.5015 USDC');
  });

  test('typing after a switch replaces the kept amount', async () => {
    const form = start();
    await form.user.type(field(), '25.025');
    await form.user.click(unitSwitch('Type in dollars'));
    await form.user.clear(field());
    await form.user.type(field(), '10');
    expect(form.units()).toBe(10_010_010n);
  });

  test('MAX stays in dollars, and is the exact balance', async () => {
    const form = start();
    await form.user.click(unitSwitch('Type in dollars'));
    await form.user.click(screen.getByRole('button', { name: 'MAX' }));
    expect(field().value).toBe('4995.00');
    expect(form.units()).toBe(5_000_000_000n);
    expect(reading()).toBe('5,000.0000 USDC');
  });

  test('is missing for a coin without a price', () => {
    const { container } = start({ coin: buildCoin({ price: buildPrice() }) });
    expect(screen.queryByRole('button', { name: /^Type in/ })).toBeNull();
    expect(container.textContent).toContain('No price');
  });

  test('a small amount is shown as more than nothing', async () => {
    const form = start();
    await form.user.type(field(), '0.000012');
    expect(reading()).toBe('under $0.01');
    await form.user.click(unitSwitch('Type in dollars'));
    expect(reading()).toBe('0.000012 USDC');
    expect(form.units()).toBe(12n);
  });

  test('with figures hidden, the initial full balance stays hidden in both units', async () => {
    const form = start({ first: { kind: 'max' }, isHidden: true });
    for (const name of ['Type in dollars', 'Type in USDC']) {
      for (const secret of ['5000', '5,000', '4995', '4,995']) {
        expect(form.container.innerHTML).not.toContain(secret);
      }
      expect(field().value).toBe('');
      expect(form.units()).toBe(5_000_000_000n);
      await form.user.click(unitSwitch(name));
    }
  });
});
