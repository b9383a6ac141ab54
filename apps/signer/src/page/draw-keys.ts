import type { View } from '../flows/views.ts';
import { TEXTS } from '../texts.ts';
import { TIME_OUTS, type TimeOutMinutes } from '../worker/keyring.ts';
import { button, element, icon, withAttributes } from './elements.ts';
import {
  type Act,
  type Drawn,
  drawFacts,
  drawNote,
  drawPanel,
  paragraph,
  shortAddress,
} from './panel.ts';

type ViewOf<Name extends View['view']> = Extract<View, { readonly view: Name }>;

export function drawPasskeyCreation({ problem }: ViewOf<'create-passkey'>, act: Act): Drawn {
  const { failedTitle, failedText, cancelledTitle, cancelledText } = TEXTS.passkey;
  const isUseless = problem === 'no-secret';
  const notes = {
    none: [],
    'no-secret': [drawNote('warn', { title: failedTitle, text: failedText })],
    cancelled: [drawNote('plain', { title: cancelledTitle, text: cancelledText })],
  }[problem];
  const create = button(
    `big ${isUseless ? '' : 'primary'}`,
    () => act({ action: 'go' }),
    icon('finger'),
    problem === 'none' ? TEXTS.passkey.create : TEXTS.tryAgain,
  );
  const without = button(
    `big ${isUseless ? 'primary' : ''}`,
    () => act({ action: 'other' }),
    isUseless ? TEXTS.passkey.useWords : TEXTS.passkey.without,
  );
  const { panel, title } = drawPanel({
    title: TEXTS.passkey.title,
    step: TEXTS.passkey.step,
    mode: null,
    close: () => act({ action: 'back' }),
    body: [
      paragraph(TEXTS.passkey.lead),
      ...notes,
      drawFacts(TEXTS.passkey.facts, ['check', 'alert']),
    ],
    foot: isUseless ? [create, without] : [without, create],
  });
  return { panel, focus: problem === 'none' ? title : isUseless ? without : create };
}

export function drawCreated({ hasPasskey, areWordsChecked }: ViewOf<'created'>, act: Act): Drawn {
  const { created } = TEXTS;
  const row = (label: string, text: string, isReady: boolean) => {
    const words = element('span', 'two', element('b', '', label), element('span', '', text));
    const state = isReady ? [icon('check', 14), created.ready] : [created.missing];
    return element('li', '', words, element('span', `badge ${isReady ? 'pos' : 'warn'}`, ...state));
  };
  const wordsText = areWordsChecked ? created.wordsChecked : created.wordsUnchecked;
  const { panel, title } = drawPanel({
    title: created.title,
    mode: null,
    close: null,
    mark: element('span', 'disc large pos', icon('shieldCheck', 22)),
    body: [
      paragraph(created.lead),
      element(
        'ul',
        'rows',
        row(created.passkey, created.passkeyText, hasPasskey),
        row(created.words, wordsText, areWordsChecked),
      ),
    ],
    foot: [button('primary big wide', () => act({ action: 'go' }), created.open)],
  });
  return { panel, focus: title };
}

export function drawDrillRight(act: Act): Drawn {
  return drawDone(act, { title: TEXTS.drill.rightTitle, lead: TEXTS.drill.rightLead });
}

export function drawPasskeyAdded(act: Act): Drawn {
  return drawDone(act, { title: TEXTS.addPasskey.addedTitle, lead: TEXTS.addPasskey.addedLead });
}

function drawDone(act: Act, { title: name, lead }: { title: string; lead: string }): Drawn {
  const { panel, title } = drawPanel({
    title: name,
    mode: null,
    close: null,
    mark: element('span', 'disc large pos', icon('check', 22)),
    body: [paragraph(lead)],
    foot: [button('primary big wide', () => act({ action: 'go' }), TEXTS.done)],
  });
  return { panel, focus: title };
}

export function drawDrillOther({ theirs, yours }: ViewOf<'drill-other'>, act: Act): Drawn {
  const row = (label: string, address: string) => {
    const value = withAttributes(element('dd', 'mono', shortAddress(address)), { title: address });
    return element('div', '', element('dt', '', label), value);
  };
  const again = button('primary big', () => act({ action: 'again' }), TEXTS.tryAgain);
  const { panel, title } = drawPanel({
    title: TEXTS.entry.drillTitle,
    mode: null,
    close: () => act({ action: 'back' }),
    body: [
      drawNote('warn', { title: TEXTS.drill.otherTitle, text: TEXTS.drill.otherText }),
      element('dl', 'sum', row(TEXTS.drill.theirs, theirs), row(TEXTS.drill.yours, yours)),
    ],
    foot: [button('big', () => act({ action: 'back' }), TEXTS.close), again],
  });
  return { panel, focus: title };
}

/** What is said before keys are opened for something other than a payment. */
export function drawIntroduction(
  { title: name, lead, open }: { title: string; lead: string; open: string },
  act: Act,
): Drawn {
  const { panel, title } = drawPanel({
    title: name,
    mode: null,
    close: () => act({ action: 'back' }),
    body: [paragraph(lead)],
    foot: [
      button('big', () => act({ action: 'back' }), TEXTS.cancel),
      button('primary big', () => act({ action: 'go' }), open),
    ],
  });
  return { panel, focus: title };
}

export function drawTimeOut({ minutes }: ViewOf<'time-out'>, act: Act): Drawn {
  let chosen: TimeOutMinutes = minutes;
  const choices = TIME_OUTS.map((each) => {
    const input = withAttributes(element('input', ''), { type: 'radio', name: 'minutes' });
    input.checked = each === minutes;
    input.addEventListener('change', () => {
      chosen = each;
    });
    return element('label', 'choice', input, TEXTS.timeOut[each]);
  });
  const group = withAttributes(element('div', 'options', ...choices), {
    role: 'radiogroup',
    'aria-labelledby': 'title',
  });
  const save = () => act({ action: 'minutes', minutes: chosen });
  const { panel, title } = drawPanel({
    title: TEXTS.timeOut.title,
    mode: null,
    close: () => act({ action: 'back' }),
    body: [paragraph(TEXTS.timeOut.lead), group],
    foot: [
      button('big', () => act({ action: 'back' }), TEXTS.cancel),
      button('primary big', save, TEXTS.timeOut.save),
    ],
  });
  return { panel, focus: title };
}

/** A sentence without a control. */
export function drawSentence(title: string, text: string): Drawn {
  const drawn = drawPanel({ title, mode: null, close: null, body: [paragraph(text)], foot: [] });
  return { panel: drawn.panel, focus: drawn.title };
}
