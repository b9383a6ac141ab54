import type { Action } from '../flows/views.ts';
import { TEXTS } from '../texts.ts';
import { button, element, icon, withAttributes } from './elements.ts';

/** Ends the view that is shown. */
export type Act = (action: Action) => void;

/** A drawn view. */
export interface Drawn {
  readonly panel: HTMLElement;
  /** What has the focus first: the title, unless a field or a button is the point of the view. */
  readonly focus: HTMLElement;
  /** Buttons that work only while nothing covers the frame. */
  readonly guarded?: readonly HTMLButtonElement[];
  /** What those agree to, which nothing may cover either. */
  readonly agreed?: readonly HTMLElement[];
  /** Runs when the view ends. */
  readonly end?: () => void;
}

/** What every panel has. */
export interface PanelParts {
  readonly title: string;
  readonly mode: 'public' | 'private' | null;
  /** What the cross at the top does; null where there is nothing to close. */
  readonly close: (() => void) | null;
  readonly body: readonly (Node | string)[];
  readonly foot: readonly HTMLElement[];
  readonly isAlert?: boolean;
  readonly step?: string;
  readonly mark?: HTMLElement;
}

/** @returns the panel, and its title, which can have the focus */
export function drawPanel(parts: PanelParts): { panel: HTMLElement; title: HTMLElement } {
  const { mode, close, body, foot, isAlert = false, step, mark } = parts;
  const title = withAttributes(element('h1', '', parts.title), { tabindex: '-1', id: 'title' });
  const words = element(
    'div',
    'titles',
    ...(step === undefined ? [] : [element('p', 'step', step)]),
  );
  words.append(element('div', 'title', title, ...(mode === null ? [] : [modeChip(mode)])));
  const head = element('header', 'head', words);
  if (close !== null) {
    const cross = button('cross', close, icon('close'));
    head.append(withAttributes(cross, { 'aria-label': TEXTS.close }));
  }
  const content = [...(mark === undefined ? [] : [mark]), head];
  const panel = element('section', 'panel', ...content, element('div', 'body', ...body));
  if (foot.length > 0) panel.append(element('footer', 'foot', ...foot));
  const role = isAlert ? 'alertdialog' : 'dialog';
  withAttributes(panel, { role, 'aria-labelledby': 'title' });
  if (mode !== null) panel.dataset.mode = mode;
  return { panel, title };
}

function modeChip(mode: 'public' | 'private'): HTMLElement {
  const isPublic = mode === 'public';
  const more = element('span', 'more', isPublic ? TEXTS.publicMore : '');
  const name = element('span', '', isPublic ? TEXTS.public : TEXTS.private, more);
  return element('span', 'chip', icon(isPublic ? 'publicMark' : 'privateMark', 14), name);
}

/** A bold sentence, a plain one, and at most one link-like button. */
export function drawNote(
  kind: 'plain' | 'warn' | 'neg',
  { title, text }: { readonly title: string; readonly text: string },
  ...more: readonly Node[]
): HTMLElement {
  const mark = icon(kind === 'neg' ? 'shieldX' : kind === 'warn' ? 'warning' : 'alert');
  const words = element('span', '', element('b', '', title), ` ${text} `, ...more);
  const made = element('div', `note ${kind}`, mark, words);
  return withAttributes(made, { role: kind === 'neg' ? 'alert' : 'status' });
}

export function drawFacts(
  facts: readonly string[],
  marks: readonly ('pencil' | 'warning' | 'check' | 'alert')[],
): HTMLElement {
  const items = facts.map((fact, index) =>
    element(
      'li',
      marks[index] === 'warning' ? 'warn' : '',
      icon(marks[index] ?? 'alert', 16),
      fact,
    ),
  );
  return element('ul', 'facts', ...items);
}

export function paragraph(text: string): HTMLElement {
  return element('p', 'lead', text);
}

/** Four digits each, with alternating weight; the ends aren't emphasized, because lookalikes copy them. */
export function drawAddress(address: string): HTMLElement {
  const groups = address.match(/^0x.{4}|.{1,4}/g) ?? [];
  const made = element('span', address.startsWith('0x') ? 'address' : 'address long');
  groups.forEach((group, index) => {
    made.append(element(index % 2 === 0 ? 'b' : 'i', '', group));
  });
  return withAttributes(made, { translate: 'no' });
}

/** @returns as in `0x3C8d…b06a`, for a place where the whole address was shown before */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
