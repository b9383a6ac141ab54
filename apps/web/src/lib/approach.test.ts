import { afterEach, expect, test, vi } from 'vitest';
import { approach, onApproach, watchApproach } from './approach.ts';

const preload = vi.fn();
onApproach(({ pathname, search }) => preload(pathname + search));

afterEach(() => {
  document.body.replaceChildren();
  preload.mockClear();
});

test.each(['pointerover', 'touchstart'])(
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

test('what a control leads to is loaded when the focus reaches it visibly', () => {
  const stop = watchApproach();
  document.body.innerHTML = '<a href="/contacts">Contacts</a><a href="/help">Help</a>';
  const [contacts, help] = document.querySelectorAll('a');
  contacts?.focus();
  vi.spyOn(help as Element, 'matches').mockReturnValue(false);
  help?.focus();
  expect(preload.mock.calls).toEqual([['/contacts']]);
  stop();
});

test('nothing is loaded for a control that appears under a resting pointer', () => {
  const stop = watchApproach();
  document.body.innerHTML = '<p>Text</p><a href="/contacts">Contacts</a>';
  const [text, link] = document.querySelectorAll('p, a');
  const at = (clientX: number) => ({ bubbles: true, clientX, clientY: 40 });
  text?.dispatchEvent(new PointerEvent('pointermove', at(40)));
  link?.dispatchEvent(new PointerEvent('pointerover', at(40)));
  expect(preload).not.toHaveBeenCalled();
  link?.dispatchEvent(new PointerEvent('pointerover', at(41)));
  expect(preload).toHaveBeenCalledOnce();
  stop();
});

test('nothing is loaded for other hosts', () => {
  approach('https://elsewhere.example/contacts');
  expect(preload).not.toHaveBeenCalled();
});
