import type { Receipt } from '#wire/wallet/receipt';
import type { DescribedVerdict } from './describe-verdict.ts';
import { element, find } from './elements.ts';
import { linesOf, networkOf } from './receipt-words.ts';

/** Shows what a receipt says, or that the text is none. */
export function showReceipt(receipt: Receipt | null, isEmpty: boolean): void {
  const says = find('says', HTMLElement);
  const note = find('receipt-note', HTMLParagraphElement);
  says.hidden = receipt === null;
  find('record-section', HTMLElement).hidden = receipt === null;
  says.replaceChildren(...(receipt === null ? [] : [listOf(receipt)]));
  if (receipt === null) {
    note.className = isEmpty ? '' : 'error';
    note.textContent = isEmpty
      ? ''
      : 'This isn’t a complete receipt. Copy all of it, from the first character to the last.';
    return;
  }
  note.className = '';
  note.textContent = 'The receipt says this. Nothing is checked yet.';
  find('network-note', HTMLParagraphElement).textContent =
    `Compare it with what ${networkOf(receipt)} recorded. Enter a node of that network.`;
}

function listOf(receipt: Receipt): HTMLElement {
  const lines = linesOf(receipt).map(({ label, text, isCode }) =>
    element(
      'div',
      {},
      element('dt', {}, label),
      element('dd', isCode ? { className: 'mono' } : {}, element('bdi', {}, text)),
    ),
  );
  return element('dl', {}, ...lines);
}

/** Shows what became of each claim, and moves the focus there. */
export function showVerdict(verdict: DescribedVerdict): void {
  const { tone, title, summary, compare, claims, unproven } = verdict;
  const result = find('result', HTMLElement);
  const heading = find('result-title', HTMLHeadingElement);
  result.hidden = false;
  result.dataset.tone = tone;
  heading.textContent = title;
  find('result-summary', HTMLParagraphElement).textContent = summary;
  find('claims', HTMLUListElement).replaceChildren(
    ...claims.map((each) =>
      element(
        'li',
        { data: { claim: each.claim, result: each.result } },
        element('span', { className: 'tag' }, each.word),
        element('span', {}, each.text),
      ),
    ),
  );
  find('compare', HTMLUListElement).replaceChildren(...compare.map(itemOf));
  find('unproven', HTMLUListElement).replaceChildren(...unproven.map(itemOf));
  heading.focus();
}

function itemOf(sentence: string): HTMLElement {
  return element('li', {}, sentence);
}

/** What was shown is about another receipt, or another node. */
export function hideVerdict(): void {
  find('result', HTMLElement).hidden = true;
}
