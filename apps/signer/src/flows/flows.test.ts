import { describe, expect, it } from 'vitest';
import { toChecksumAddress } from '#pool/account-key';
import { isEnrolmentProven } from '#signing/enrolment';
import type { ApprovalRequest, OwnerRequest, SignerOutcome } from '#signing/messages/protocol';
import { writePublicPlan } from '#signing/public/read-plan';
import { approve } from './approve.ts';
import { createWallet, importWallet } from './create-wallet.ts';
import { createUser } from './flows.test-setup.ts';
import { addPasskey, addPhrase, drill, showWords } from './keep-keys.ts';
import type { Action, View } from './views.ts';

const common = { channel: 'kax-signer-1', id: 'a' } as const;
const userId = '0198c0de-0000-4000-8000-000000000001';
const challenge = 'ab'.repeat(32);
const go = { action: 'go' } as const;
const back = { action: 'back' } as const;
const POL = 10n ** 18n;

type Created = Extract<SignerOutcome, { outcome: 'created' }>;

/** Copies words from the view that shows them to the ones that check them. */
function createPaper() {
  let words: readonly string[] = [];
  return {
    words: () => words,
    write(view: View): Action {
      if (view.view !== 'words' || view.words === null) throw new Error('There are no words.');
      words = view.words;
      return go;
    },
    copy(view: View): Action {
      if (view.view !== 'check-words') throw new Error('Nothing is checked.');
      return { action: 'words', words: view.places.map((place) => words[place - 1] ?? '') };
    },
    all: (): Action => ({ action: 'words', words }),
  };
}

const creation = (paper: ReturnType<typeof createPaper>) => ({
  'create-passkey': [go],
  words: [go, paper.write],
  'check-words': [paper.copy],
  created: [go],
});

async function createWith(steps: Parameters<typeof createUser>[0] = {}) {
  const paper = createPaper();
  const user = createUser({ ...creation(paper), ...steps });
  const created = await createWallet(user.parts, { ...common, kind: 'create', userId, challenge });
  if (created.outcome !== 'created') throw new Error(created.outcome);
  user.seen.splice(0);
  return { user, paper, created };
}

function approvalOf({ owner, wraps }: Created, nonce = 7): ApprovalRequest {
  const recipient = `0x${'3c'.repeat(20)}` as const;
  const plan = {
    account: toChecksumAddress(`0x${owner.address.slice(2)}`),
    chainId: 137,
    fees: { maxFeePerGas: 60n * 10n ** 9n, maxPriorityFeePerGas: 30n * 10n ** 9n, feeCap: POL },
    rungs: 3,
    approval: null,
    call: { nonce, to: toChecksumAddress(recipient), value: POL, data: '0x', gas: 21_000n },
  } as const;
  const paid = { chainId: 137, token: null, recipient, amount: POL, feeCeiling: POL / 100n };
  return {
    ...common,
    kind: 'approve',
    owner,
    wraps,
    orderId: `order-${nonce}`,
    planId: 'plan-1',
    expiresAt: 120_000,
    confirmation: { kind: 'send', ...paid },
    plan: writePublicPlan(plan),
  };
}

function ownerRequest({ owner, wraps }: Created, kind: OwnerRequest['kind']): OwnerRequest {
  return { ...common, kind, owner, wraps };
}

describe('a new wallet', () => {
  it('has a passkey that was tried, checked words, and proofs of both keys', async () => {
    const { created } = await createWith();
    expect(created.areWordsChecked).toBe(true);
    expect(created.wraps).toHaveLength(1);
    expect(created.sight).toMatch(/^[0-9a-f]{192}$/);
    expect(isEnrolmentProven(created.proofs, { ...created.owner, challenge }, 137)).toBe(true);
  });

  it('may leave its words for later only with a passkey', async () => {
    const skip = { action: 'skip' } as const;
    const { created } = await createWith({ words: [skip], 'skip-words': [skip] });
    expect(created.areWordsChecked).toBe(false);
    const paper = createPaper();
    const steps = { 'create-passkey': [{ action: 'other' } as const], words: [skip, back] };
    const user = createUser({ ...creation(paper), ...steps });
    const request = { ...common, kind: 'create', userId, challenge } as const;
    // Without a passkey, the words view stays; this user gives up.
    expect(await createWallet(user.parts, request)).toEqual({ outcome: 'cancelled' });
    expect(user.views()).not.toContain('skip-words');
  });

  it('goes on with words where no passkey can open it', async () => {
    const paper = createPaper();
    const other = { action: 'other' } as const;
    const user = createUser({ ...creation(paper), 'create-passkey': [go, other] });
    user.device.error = { outcome: 'no-secret' };
    const request = { ...common, kind: 'create', userId, challenge } as const;
    const created = await createWallet(user.parts, request);
    expect(created).toMatchObject({ outcome: 'created', wraps: [], areWordsChecked: true });
    expect(user.seen).toContainEqual({ view: 'create-passkey', problem: 'no-secret' });
  });

  it('is the same one when its words are typed in elsewhere', async () => {
    const { paper, created } = await createWith();
    const steps = { 'enter-words': [paper.all], 'create-passkey': [go], created: [go] };
    const other = createUser(steps);
    const request = { ...common, kind: 'import', userId, challenge } as const;
    const imported = await importWallet(other.parts, request);
    expect(imported).toMatchObject({
      outcome: 'created',
      owner: created.owner,
      sight: created.sight,
    });
  });
});

describe('an approval', () => {
  it('signs after the passkey, and opens no prompt again for someone paid before', async () => {
    const { user, created } = await createWith({ review: [go, go] });
    expect(await approve(user.parts, approvalOf(created))).toMatchObject({ outcome: 'signed' });
    expect(user.views()).toEqual(['review', 'waiting', 'signed']);
    user.seen.splice(0);
    expect(await approve(user.parts, approvalOf(created, 8))).toMatchObject({ outcome: 'signed' });
    expect(user.views()).toEqual(['review', 'signed']);
  });

  it('needs the passkey for a new recipient, however recently keys were opened', async () => {
    const { user, created } = await createWith({ review: [go, go] });
    await approve(user.parts, approvalOf(created));
    user.signatures.splice(0);
    user.seen.splice(0);
    await approve(user.parts, approvalOf(created, 8));
    expect(user.views()).toContain('waiting');
  });

  it('says that nothing was signed after a closed prompt, and can be cancelled', async () => {
    const { user, created } = await createWith({ review: [go, back] });
    user.device.error = { outcome: 'cancelled' };
    expect(await approve(user.parts, approvalOf(created))).toEqual({ outcome: 'cancelled' });
    expect(user.seen.at(-1)).toMatchObject({ view: 'review', note: 'cancelled' });
    expect(user.signatures).toEqual([]);
  });

  it('goes on with words after a passkey that derives nothing', async () => {
    const { user, created } = await createWith({ review: [go, back] });
    user.device.error = { outcome: 'no-secret' };
    expect(await approve(user.parts, approvalOf(created))).toEqual({ outcome: 'cancelled' });
    expect(user.seen.at(-1)).toMatchObject({ note: 'no-secret', next: 'words' });
  });

  it('signs with the 12 words, which leave no key open', async () => {
    const method = { action: 'method', method: 'words' } as const;
    const { user, created, paper } = await createWith({
      review: [{ action: 'other' }],
      methods: [method],
    });
    const steps = {
      review: [{ action: 'other' } as const],
      methods: [method],
      'enter-words': [paper.all],
    };
    const other = createUser(steps);
    const signed = await approve(other.parts, approvalOf(created));
    expect(signed).toMatchObject({ outcome: 'signed' });
    expect(await other.parts.callWorker('hasOpenKeys', {})).toBe(false);
    expect(user.signatures).toEqual([]);
  });

  it('of expired details signs nothing and offers new ones', async () => {
    const { user, created } = await createWith({ review: [go], expired: [go] });
    user.clock.now = 120_000;
    expect(await approve(user.parts, approvalOf(created))).toEqual({ outcome: 'expired' });
    expect(user.signatures).toEqual([]);
  });

  it('ends while it is read when its details expire', async () => {
    const { user, created } = await createWith({ expired: [back] });
    user.clock.timer = Promise.resolve(undefined);
    expect(await approve(user.parts, approvalOf(created))).toEqual({ outcome: 'cancelled' });
    expect(user.views()).toEqual(['review', 'expired']);
  });

  it('goes to a window of its own where the frame can’t be seen whole', async () => {
    const { user, created } = await createWith({ review: [{ action: 'window' }] });
    expect(await approve(user.parts, approvalOf(created))).toEqual({ outcome: 'needs-window' });
    expect(user.views().at(-1)).toBe('needs-window');
    expect(user.signatures).toEqual([]);
  });

  it('of a wrap that opens to other keys is refused', async () => {
    const { user, created } = await createWith({ review: [go, back] });
    const stranger = await createWith();
    const request = { ...approvalOf(created), wraps: stranger.created.wraps };
    expect(await approve(user.parts, request)).toEqual({ outcome: 'cancelled' });
    expect(user.seen.at(-1)).toMatchObject({ note: 'wrong-passkey' });
  });

  it('of another plan is refused before any prompt, by name', async () => {
    const { user, created } = await createWith({ refused: [go] });
    const request = approvalOf(created);
    const confirmation = { ...request.confirmation, amount: POL - 1n };
    const outcome = await approve(user.parts, { ...request, confirmation } as ApprovalRequest);
    expect(outcome).toEqual({ outcome: 'refused', check: 'amount', isReported: true });
    expect(user.views()).toEqual(['refused']);
  });
});

describe('keys that exist', () => {
  it('get one more passkey, which opens the same wallet', async () => {
    const { user, created } = await createWith({ 'add-passkey': [go], 'passkey-added': [go] });
    const steps = {
      'add-passkey': [go],
      'create-passkey': [go],
      'passkey-added': [go],
      review: [go],
    };
    const other = createUser(steps);
    other.device.secrets.set('passkey-0', 1);
    const added = await addPasskey(other.parts, ownerRequest(created, 'add-passkey'));
    if (added.outcome !== 'wrap-added') throw new Error(added.outcome);
    expect(added.wrap.id).not.toBe(created.wraps[0]?.id);
    const request = { ...approvalOf(created), wraps: [added.wrap] };
    expect(await approve(other.parts, request)).toMatchObject({ outcome: 'signed' });
    expect(user.signatures).toEqual([]);
  });

  it('get six words, which open the same wallet', async () => {
    const { user, created } = await createWith({ phrase: [go] });
    const added = await addPhrase(user.parts, ownerRequest(created, 'add-phrase'));
    if (added.outcome !== 'wrap-added') throw new Error(added.outcome);
    const shown = user.seen.find((view) => view.view === 'phrase');
    const words = { action: 'words', words: shown?.view === 'phrase' ? shown.words : [] } as const;
    const other = createUser({ review: [go], 'enter-words': [words] });
    const request = { ...approvalOf(created), wraps: [added.wrap] };
    expect(await approve(other.parts, request)).toMatchObject({ outcome: 'signed' });
  });

  it('show their words only after a fresh approval', async () => {
    const { user, created, paper } = await createWith();
    const steps = { 'show-words': [go, go], words: [go, paper.write], 'check-words': [paper.copy] };
    const other = createUser(steps);
    const request = ownerRequest(created, 'show-words');
    other.device.error = { outcome: 'cancelled' };
    const refused = showWords(other.parts, request);
    await expect.poll(() => other.views()).toContain('methods');
    expect(other.views()).not.toContain('words');
    void refused;
    other.device.error = null;
    other.device.secrets.set('passkey-0', 1);
    expect(await showWords(other.parts, request)).toEqual({ outcome: 'words-checked' });
    expect(user.signatures).toEqual([]);
  });

  it('are compared with typed words on the device, and open nothing', async () => {
    const { user, created, paper } = await createWith({ 'drill-right': [go] });
    const stranger = await createWith();
    const steps = {
      'enter-words': [stranger.paper.all, paper.all],
      'drill-other': [{ action: 'again' } as const],
      'drill-right': [go],
    };
    const other = createUser(steps);
    const outcome = await drill(other.parts, ownerRequest(created, 'drill'));
    expect(outcome).toEqual({ outcome: 'words-checked' });
    expect(other.seen).toContainEqual({
      view: 'drill-other',
      theirs: stranger.created.owner.address,
      yours: created.owner.address,
    });
    expect(await other.parts.callWorker('hasOpenKeys', {})).toBe(false);
    expect(user.signatures).toEqual([]);
  });
});
