import type { PaymentDetails } from '../flows/payment-details.ts';
import type { Method, View } from '../flows/views.ts';
import { TEXTS } from '../texts.ts';
import { button, element, icon, withAttributes } from './elements.ts';
import {
  type Act,
  type Drawn,
  drawAddress,
  drawFacts,
  drawNote,
  drawPanel,
  paragraph,
  shortAddress,
} from './panel.ts';

type ViewOf<Name extends View['view']> = Extract<View, { readonly view: Name }>;

export function drawReview({ details, note, next }: ViewOf<'review'>, act: Act): Drawn {
  const approve = button('primary big', () => act({ action: 'go' }), ...labelOf(note, next));
  const back = button('big', () => act({ action: 'back' }), TEXTS.back);
  const toWindow = button('link', () => act({ action: 'window' }), TEXTS.review.openWindow);
  const covered = withAttributes(element('p', 'covered', `${TEXTS.review.covered} `, toWindow), {
    id: 'covered',
  });
  covered.hidden = true;
  const agreed = summary(details);
  const below = note === null ? checkedLine(details) : noteOf(note, act);
  const { panel, title } = drawPanel({
    title: TEXTS.review.title,
    mode: details.mode,
    close: () => act({ action: 'back' }),
    // Above what has to be in view together, so that it pushes none of it out.
    body: [covered, agreed, below],
    foot: [back, approve],
  });
  return {
    panel,
    focus: note === 'cancelled' ? approve : title,
    guarded: [approve],
    agreed: [agreed],
  };
}

function labelOf(note: string | null, next: Method | 'sign'): readonly (Node | string)[] {
  if (note === 'cancelled') return [icon('finger'), TEXTS.tryAgain];
  if (next === 'sign') return [TEXTS.review.approve];
  if (next !== 'passkey') return [TEXTS.review.approveWithWords];
  return [icon('finger'), TEXTS.review.approveWithPasskey];
}

function noteOf(note: NonNullable<ViewOf<'review'>['note']>, act: Act): HTMLElement {
  const other = button('link', () => act({ action: 'other' }), TEXTS.cancelledNote.other);
  if (note === 'cancelled') return drawNote('plain', TEXTS.cancelledNote, other);
  return drawNote(
    'warn',
    note === 'no-secret' ? TEXTS.noSecretNote : TEXTS.wrongPasskeyNote,
    other,
  );
}

function checkedLine({ checked }: PaymentDetails): HTMLElement {
  return element('p', 'checked', icon('shieldCheck', 16), element('span', '', checked));
}

function summary({ recipient, recipientNote, rows, total }: PaymentDetails): HTMLElement {
  const to = element(
    'dd',
    'recipient',
    element('span', 'medium', recipientNote),
    drawAddress(recipient),
  );
  const list = element('dl', 'sum', element('div', 'tall', element('dt', '', TEXTS.review.to), to));
  for (const { label, value } of rows) {
    list.append(element('div', '', element('dt', '', label), element('dd', '', value)));
  }
  const last = [element('dt', '', total.label), element('dd', '', total.value)];
  list.append(element('div', 'total', ...last));
  return list;
}

export function drawWaiting({ details }: ViewOf<'waiting'>, act: Act): Drawn {
  const mark = element('span', 'disc turning', icon('ring', 44), icon('finger'));
  const words = element(
    'div',
    'two',
    element('b', '', TEXTS.waiting.title),
    element('span', '', TEXTS.waiting.text),
  );
  const waiting = withAttributes(element('div', 'passkey', mark, words), { role: 'status' });
  const cancel = button('big wide', () => act({ action: 'back' }), TEXTS.cancel);
  const { panel } = drawPanel({
    title: details === null ? TEXTS.waiting.title : TEXTS.review.title,
    mode: details?.mode ?? null,
    close: null,
    body: [...(details === null ? [] : [summary(details)]), waiting],
    foot: [cancel],
  });
  return { panel, focus: cancel };
}

export function drawExpired({ details }: ViewOf<'expired'>, act: Act): Drawn {
  const renew = button('primary big', () => act({ action: 'go' }), TEXTS.expired.renew);
  const { panel } = drawPanel({
    title: TEXTS.review.title,
    mode: details.mode,
    close: () => act({ action: 'back' }),
    body: [summary(details), drawNote('plain', TEXTS.expired)],
    foot: [button('big', () => act({ action: 'back' }), TEXTS.back), renew],
  });
  return { panel, focus: renew };
}

export function drawRefused({ details, lead, sentence }: ViewOf<'refused'>, act: Act): Drawn {
  const { unmoved, chose, differs, whatToDo, facts } = TEXTS.refused;
  const compared = element('div', 'compared');
  if (details !== null) {
    compared.append(
      element(
        'div',
        '',
        element('p', 'label', icon('check', 16), chose),
        drawAddress(details.recipient),
        element('p', 'figure', details.amount),
      ),
    );
  }
  const wrong = element('p', 'label', icon('alert', 16), differs);
  compared.append(element('div', 'odd', wrong, element('p', 'figure', withoutEnd(sentence))));
  const { panel, title } = drawPanel({
    title: TEXTS.refused.title,
    mode: details?.mode ?? null,
    close: () => act({ action: 'back' }),
    isAlert: true,
    body: [
      drawNote('neg', { title: lead, text: unmoved }),
      compared,
      element('div', 'two', element('b', '', whatToDo), drawFacts(facts, ['alert', 'pencil'])),
    ],
    foot: [
      button('big', () => act({ action: 'back' }), TEXTS.close),
      button('primary big', () => act({ action: 'go' }), TEXTS.refused.report),
    ],
  });
  return { panel, focus: title };
}

/** The note above says already that nothing was signed. */
function withoutEnd(sentence: string): string {
  return sentence.replace(/ Nothing was signed\.$/, '');
}

export function drawSigned({ details }: ViewOf<'signed'>, act: Act): Drawn {
  const { approvedWith, handed, follow } = TEXTS.signed;
  const steps = element(
    'ol',
    'steps',
    element('li', '', icon('check', 16), element('span', '', approvedWith)),
    element('li', '', icon('check', 16), element('span', '', handed, element('small', '', follow))),
  );
  const flow = element(
    'div',
    'flow',
    element('b', '', details.amount),
    icon('right', 16),
    withAttributes(element('span', 'mono', shortAddress(details.recipient)), { translate: 'no' }),
  );
  const { panel, title } = drawPanel({
    title: TEXTS.signed.title,
    mode: details.mode,
    close: () => act({ action: 'back' }),
    body: [flow, steps],
    foot: [button('big wide', () => act({ action: 'back' }), TEXTS.close)],
  });
  return { panel, focus: title };
}

export function drawMethods({ details, methods }: ViewOf<'methods'>, act: Act): Drawn {
  const labels = {
    passkey: [TEXTS.methods.passkey, TEXTS.methods.passkeyText, 'finger'],
    phrase: [TEXTS.methods.phrase, TEXTS.methods.phraseText, 'lock'],
    words: [TEXTS.methods.words, TEXTS.methods.wordsText, 'pencil'],
  } as const;
  const options = methods.map((method) => {
    const [label, text, mark] = labels[method];
    const words = element('span', 'two', element('b', '', label), element('span', '', text));
    const disc = element('span', 'disc square', icon(mark));
    return button('option', () => act({ action: 'method', method }), disc, words, icon('right'));
  });
  const { panel, title } = drawPanel({
    title: TEXTS.methods.title,
    mode: details?.mode ?? null,
    close: () => act({ action: 'back' }),
    body: [
      paragraph(details === null ? TEXTS.methods.leadKeys : TEXTS.methods.lead),
      element('div', 'options', ...options),
    ],
    foot: [button('big wide', () => act({ action: 'back' }), TEXTS.back)],
  });
  return { panel, focus: title };
}
