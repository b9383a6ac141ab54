import type { View } from '../flows/views.ts';
import { TEXTS } from '../texts.ts';
import { button, element, icon, withAttributes } from './elements.ts';
import { type Act, type Drawn, drawFacts, drawNote, drawPanel, paragraph } from './panel.ts';

type ViewOf<Name extends View['view']> = Extract<View, { readonly view: Name }>;

/** Words are covered again after this long. */
const SHOWN_MS = 60_000;

export function drawEntry(view: ViewOf<'enter-words'>, act: Act): Drawn {
  const { purpose, details, problem, count, typed } = view;
  const labels = entryLabels(purpose);
  const submit = button(
    'primary big',
    () => act({ action: 'words', words: read() }),
    labels.submit,
  );
  const { list, fields, read } = drawFields(count, typed, () => {
    submit.disabled = read().some((word) => word === '');
  });
  submit.disabled = read().some((word) => word === '');
  for (const place of problem?.places ?? []) {
    const field = fields[place - 1];
    if (field !== undefined) withAttributes(field, { 'aria-invalid': 'true' });
  }
  const hint =
    problem === null
      ? element('p', 'hint', icon('lock', 16), labels.hint)
      : withAttributes(element('p', 'hint wrong', icon('alert', 16), problem.text), {
          role: 'alert',
        });
  const warning =
    purpose === 'drill'
      ? []
      : [drawNote('warn', { title: TEXTS.entry.addressBar, text: TEXTS.entry.addressBarText })];
  const guarded = purpose === 'approve' || purpose === 'phrase' ? [submit] : [];
  const { panel } = drawPanel({
    title: labels.title,
    mode: details?.mode ?? null,
    close: () => act({ action: 'back' }),
    body: [...guarded.map(drawCovered), paragraph(labels.lead), list, hint, ...warning],
    foot: [button('big', () => act({ action: 'back' }), TEXTS.back), submit],
  });
  const wrong = fields[(problem?.places[0] ?? 0) - 1] ?? fields.find(({ value }) => value === '');
  return { panel, focus: wrong ?? fields[0] ?? submit, guarded, end: () => wipe(fields) };
}

/** Says why the button doesn't work while something covers it. */
function drawCovered(): HTMLElement {
  const covered = withAttributes(element('p', 'covered', TEXTS.entry.covered), { id: 'covered' });
  covered.hidden = true;
  return covered;
}

function entryLabels(purpose: ViewOf<'enter-words'>['purpose']) {
  const { entry } = TEXTS;
  const { paste, stay: hint } = entry;
  switch (purpose) {
    case 'approve':
      return { title: entry.approveTitle, lead: paste, hint, submit: entry.approve };
    case 'phrase':
      return { title: entry.phraseTitle, lead: paste, hint, submit: entry.continue };
    case 'drill':
      return {
        title: entry.drillTitle,
        lead: entry.drillLead,
        hint: entry.drillHint,
        submit: entry.check,
      };
    case 'import':
      return { title: entry.importTitle, lead: paste, hint, submit: entry.continue };
    default:
      return { title: entry.openTitle, lead: paste, hint, submit: entry.continue };
  }
}

interface WordFields {
  readonly list: HTMLElement;
  readonly fields: readonly HTMLInputElement[];
  readonly read: () => readonly string[];
}

/** One field for each word: Space and Enter go on, Backspace in an empty one goes back, and pasting fills all. */
function drawFields(count: number, typed: readonly string[], changed: () => void): WordFields {
  const fields = Array.from({ length: count }, (_, index) => {
    const field = element('input', '');
    field.value = typed[index] ?? '';
    return withAttributes(field, {
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'none',
      autocorrect: 'off',
      spellcheck: 'false',
      enterkeyhint: index === count - 1 ? 'done' : 'next',
      'aria-label': `${TEXTS.entry.word} ${index + 1}`,
    });
  });
  fields.forEach((field, index) => {
    field.addEventListener('input', () => {
      field.removeAttribute('aria-invalid');
      changed();
    });
    field.addEventListener('keydown', (event) => {
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        if (field.value !== '') fields[index + 1]?.focus();
      } else if (event.key === 'Backspace' && field.value === '') {
        event.preventDefault();
        fields[index - 1]?.focus();
      }
    });
    field.addEventListener('paste', (event) => {
      const words = (event.clipboardData?.getData('text') ?? '').trim().split(/\s+/);
      if (words.length < 2) return;
      event.preventDefault();
      words.slice(0, count - index).forEach((word, offset) => {
        const target = fields[index + offset];
        if (target !== undefined) target.value = word.toLowerCase();
      });
      fields[Math.min(count, index + words.length) - 1]?.focus();
      changed();
    });
  });
  const items = fields.map((field, index) =>
    element('li', '', withAttributes(element('span', '', `${index + 1}`), hidden), field),
  );
  const list = element('ol', 'words entry', ...items);
  return { list, fields, read: () => fields.map(({ value }) => value.trim().toLowerCase()) };
}

const hidden = { 'aria-hidden': 'true' };

function wipe(fields: readonly HTMLInputElement[]): void {
  for (const field of fields) field.value = '';
}

export function drawWords({ isNew, words }: ViewOf<'words'>, act: Act): Drawn {
  const list = listOf(words ?? Array.from({ length: 12 }, () => '••••••'));
  const written = button('primary big wide', () => act({ action: 'go' }), TEXTS.words.written);
  const later = button(
    'quiet big wide',
    () => act({ action: 'skip' }),
    isNew ? TEXTS.words.later : TEXTS.done,
  );
  const body: HTMLElement[] = [paragraph(TEXTS.words.lead)];
  let focus: HTMLElement = written;
  let timer = 0;
  if (words === null) {
    list.classList.add('covered');
    const show = button('', () => act({ action: 'go' }), icon('eye'), TEXTS.words.show);
    const cover = element('div', 'cover', show);
    body.push(element('div', 'stage', list, cover));
    written.disabled = true;
    focus = show;
  } else {
    const hide = button('link', () => act({ action: 'again' }), TEXTS.words.hide);
    const line = element('div', 'between', element('span', '', TEXTS.words.hidden), hide);
    body.push(list, line);
    timer = window.setTimeout(() => act({ action: 'again' }), SHOWN_MS);
  }
  const { panel, title } = drawPanel({
    title: isNew ? TEXTS.words.title : TEXTS.words.titleShow,
    ...(isNew ? { step: TEXTS.words.step } : {}),
    mode: null,
    close: () => act({ action: 'back' }),
    body: [...body, drawFacts(TEXTS.words.facts, ['pencil', 'warning'])],
    foot: [written, later],
  });
  panel.classList.add('stacked');
  return { panel, focus: words === null ? title : focus, end: () => endWords(list, timer) };
}

function endWords(list: HTMLElement, timer: number): void {
  clearTimeout(timer);
  list.replaceChildren();
}

function listOf(words: readonly string[]): HTMLElement {
  const items = words.map((word, index) =>
    element('li', '', element('span', '', `${index + 1}`), element('b', '', word)),
  );
  return withAttributes(element('ol', 'words', ...items), { translate: 'no' });
}

export function drawCheck({ places, problem }: ViewOf<'check-words'>, act: Act): Drawn {
  const fields = places.map((place) => {
    const field = withAttributes(element('input', ''), {
      id: `word-${place}`,
      type: 'text',
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
    });
    const label = withAttributes(element('label', '', `${TEXTS.entry.word} ${place}`), {
      for: field.id,
    });
    return { field, row: element('div', 'field', label, field) };
  });
  const read = () => fields.map(({ field }) => field.value.trim().toLowerCase());
  // No form: the sandbox of the frame forbids to submit one.
  const submit = () => {
    const next = fields.find(({ field }) => field.value.trim() === '');
    if (next === undefined) act({ action: 'words', words: read() });
    else next.field.focus();
  };
  const finish = button('primary big wide', submit, TEXTS.words.finish);
  for (const { field } of fields) {
    field.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') submit();
    });
  }
  const again = button('link', () => act({ action: 'again' }), TEXTS.words.showAgain);
  const form = element('div', 'fields', ...fields.map(({ row }) => row));
  if (problem !== '') {
    const text = element('p', 'hint wrong', icon('alert', 16), problem);
    form.append(withAttributes(text, { role: 'alert' }));
  }
  form.append(finish);
  const { panel, title } = drawPanel({
    title: TEXTS.words.checkTitle,
    step: TEXTS.words.step,
    mode: null,
    close: null,
    body: [paragraph(TEXTS.words.checkLead), form, again],
    foot: [],
  });
  return { panel, focus: fields[0]?.field ?? title };
}

export function drawSkip(act: Act): Drawn {
  const save = button('primary big', () => act({ action: 'back' }), TEXTS.words.saveNow);
  const { panel, title } = drawPanel({
    title: TEXTS.words.skipTitle,
    mode: null,
    close: null,
    isAlert: true,
    mark: element('span', 'disc large warn', icon('warning', 22)),
    body: [paragraph(TEXTS.words.skipLead)],
    foot: [button('big', () => act({ action: 'skip' }), TEXTS.words.skip), save],
  });
  return { panel, focus: title };
}

export function drawPhraseWords({ words }: ViewOf<'phrase'>, act: Act): Drawn {
  const list = listOf(words);
  const saved = button('primary big', () => act({ action: 'go' }), TEXTS.phrase.saved);
  const { panel, title } = drawPanel({
    title: TEXTS.phrase.title,
    mode: null,
    close: () => act({ action: 'back' }),
    body: [
      paragraph(TEXTS.phrase.lead),
      list,
      drawFacts(TEXTS.phrase.facts, ['pencil', 'warning']),
    ],
    foot: [button('big', () => act({ action: 'back' }), TEXTS.cancel), saved],
  });
  return { panel, focus: title, end: () => list.replaceChildren() };
}
