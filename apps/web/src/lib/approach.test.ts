import { afterEach, expect, test, vi } from 'vitest';
import { approach, onApproach, watchApproach } from './approach.ts';

const preload = vi.fn();
onApproach(({ pathname, search }) => preload(pathname + search));

afterEach(() => {
  document.body.replaceChildren();
  preload.mockClear();
});

test.each(['pointerover', 'touchstart', 'focusin'])(
  'what a control leads to is loaded on %s, wherever in the control that is',
  (name) => {
    const stop = watchApproach();
    document.body.innerHTML =
      '<a href="/contacts"><svg></svg></a><button data-leads-to="?do=send"><b>Send</b></button><p>Text</p>';
    for (const part of document.querySelectorAll('svg, b, p')) {
      part.dispatchEvent(new Event(name, { bubbles: true }));
    }
    expect(preload.mock.calls).toEqual([['/contacts'], ['/?do=send']]);
    stop();
    document.querySelector('svg')?.dispatchEvent(new Event(name, { bubbles: true }));
    expect(preload).toHaveBeenCalledTimes(2);
  },
);

test('nothing is loaded for other hosts', () => {
  approach('https://elsewhere.example/contacts');
  expect(preload).not.toHaveBeenCalled();
});
